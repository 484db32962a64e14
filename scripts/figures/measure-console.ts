import type { OutputStream } from "../../packages/cli/src/output/output-stream.ts";
import type { Figure } from "./figure.ts";
import { measureFirstScreen } from "./first-screen.ts";
import { measureMemory } from "./memory.ts";
import { type OpenConsole, openConsole } from "./open-console.ts";
import type { FiguresOrder, PartName } from "./order.ts";
import { openPlaces, type Places } from "./places.ts";
import { measureListScroll, measureThreadScroll } from "./scrolling.ts";
import { measureSearch } from "./search-times.ts";

/** The first conversation of the first seed. */
const longThread = "s1-00000001";

/** Measures what the order asks for, one part after the other. */
export async function measureConsole(
  order: FiguresOrder,
  stderr: OutputStream,
): Promise<readonly Figure[]> {
  const places = await openPlaces(order, stderr);
  try {
    const seeded = await openConsole(places.seeded, stderr);
    try {
      const figures: Figure[] = [];
      for (const part of order.parts) {
        stderr.write(`Measuring: ${part}\n`);
        figures.push(...(await measurePart(part, { places, seeded, order, stderr })));
      }
      return figures;
    } finally {
      await seeded.close();
    }
  } finally {
    await places.close();
  }
}

interface Ground {
  readonly places: Places;
  readonly seeded: OpenConsole;
  readonly order: FiguresOrder;
  readonly stderr: OutputStream;
}

function measurePart(part: PartName, ground: Ground): Promise<readonly Figure[]> {
  const { seeded, order, stderr } = ground;
  switch (part) {
    case "first-screen":
      return besideEmpty(ground);
    case "search":
      return measureSearch(seeded.client);
    case "list":
      return measureListScroll(seeded, Math.min(order.rows, order.conversations));
    case "thread":
      return measureThreadScroll(seeded, longThread, order.first);
    case "memory":
      return measureMemory(seeded, order.minutes, stderr);
  }
}

/** The other gateway runs only for this part. */
async function besideEmpty({ places, seeded, stderr }: Ground): Promise<readonly Figure[]> {
  const empty = await openConsole(places.empty, stderr);
  try {
    return await measureFirstScreen(empty, seeded);
  } finally {
    await empty.close();
  }
}
