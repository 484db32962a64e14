import type { Entry, WireMessage } from "../shop/entry.ts";
import { setUpComposer } from "./composer.ts";
import { part } from "./elements.ts";
import { GreetingView } from "./greeting-view.ts";
import { ProfileForm } from "./profile-form.ts";
import { randomId, ShopApi } from "./shop-api.ts";
import { Thread } from "./thread.ts";
import { TroubleForm } from "./trouble-form.ts";

/** The gateway repeats `typein` every 5 s. After this long without one, typing ends (ruling 19). */
const typingLimitMs = 15_000;

const api = new ShopApi();
const thread = new Thread(({ message }: Entry) => send(message));
const troubleForm = new TroubleForm((trouble) => ignoreTrouble(api.setTrouble(trouble)));
const profile = new ProfileForm();
const greeting = new GreetingView();
let typingTimer: ReturnType<typeof setTimeout> | undefined;

setUpComposer(
  (draft) => send({ ...draft, id: randomId() }),
  (typing) => ignoreTrouble(api.typing(typing)),
);

api.listen({
  history: (entries) => {
    for (const entry of entries) thread.show(entry);
  },
  entry: (entry) => thread.show(entry),
  typing: ({ typing }) => showTyping(typing),
  availability: ({ available }) => greeting.tell({ isAvailable: available }),
  trouble: (trouble) => troubleForm.show(trouble),
  connected: (connected) => greeting.tell({ isConnected: connected }),
});

/** Shows the message at once, and its result when the shop's server answers or sends an event. */
function send(message: WireMessage): void {
  const entry: Entry = {
    from: "visitor",
    author: null,
    message,
    at: Date.now(),
    state: "sending",
    remark: null,
  };
  thread.showOwn(entry);
  const sender = { ...profile.fields, url: location.href, invite: greeting.invite };
  api.send(sender, message).then(
    (taken) => thread.show(taken),
    (error: Error) => thread.show({ ...entry, state: "failed", remark: error.message }),
  );
}

function showTyping(typing: boolean): void {
  clearTimeout(typingTimer);
  part("shop-agent-typing").hidden = !typing;
  if (typing) typingTimer = setTimeout(() => showTyping(false), typingLimitMs);
}

/** Failed typing notifications and settings of the demo are not shown. */
function ignoreTrouble(work: Promise<void>): void {
  work.catch(() => undefined);
}
