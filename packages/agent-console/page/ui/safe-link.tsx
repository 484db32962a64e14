import type { ReactElement, ReactNode } from "react";
import { useInnerTabIndex } from "./inner-tab-index.ts";
import { safeUrl } from "./safe-url.ts";

export interface SafeLinkProps {
  /** Untrusted text. Anything but an http(s) address renders `children` without a link. */
  readonly href: unknown;
  readonly children: ReactNode;
  readonly className?: string;
}

/** An external link. Opens a new tab, and sends no referrer. Its title is the host that it leads to. */
export function SafeLink({ href, children, className }: SafeLinkProps): ReactElement {
  const tabIndex = useInnerTabIndex();
  const url = safeUrl(href);
  if (url === null) return <span className={className}>{children}</span>;
  return (
    <a
      className={className}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={new URL(url).host}
      tabIndex={tabIndex}
    >
      {children}
    </a>
  );
}
