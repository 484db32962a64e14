import { visibleText } from "@parley/core/text";
import { memo, type ReactElement } from "react";
import { useInnerTabIndex } from "../../ui/inner-tab-index.ts";
import { UntrustedLines } from "../../ui/untrusted-text.tsx";
import { type TextLink, textParts } from "./text-links.ts";

/** The text of a message, with its addresses as links. */
export const MessageText = memo(function MessageText({
  text,
}: {
  readonly text: string;
}): ReactElement {
  return (
    <p className="message-text" dir="auto" data-testid="message-text">
      {textParts(text).map((part, at) =>
        part.link === null ? (
          <UntrustedLines key={at} text={part.text} />
        ) : (
          <LinkInText key={at} text={part.text} link={part.link} />
        ),
      )}
    </p>
  );
});

interface LinkInTextProps {
  readonly text: string;
  readonly link: TextLink;
}

function LinkInText({ text, link }: LinkInTextProps): ReactElement {
  const { href, target, isDisguised } = link;
  return (
    <a
      className="text-link"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={visibleText(target)}
      tabIndex={useInnerTabIndex()}
      data-target={isDisguised ? target : undefined}
      data-testid="text-link"
    >
      {text}
    </a>
  );
}
