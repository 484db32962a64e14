import type { ReactElement, ReactNode } from "react";
import { safeUrl } from "./safe-url.ts";

export interface SafeLinkProps {
  /** Untrusted text; anything but an http(s) address leaves `children` as they are. */
  readonly href: unknown;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A link out of the console: opens beside it, and tells the other side nothing about it. */
export function SafeLink({ href, children, className }: SafeLinkProps): ReactElement {
  const url = safeUrl(href);
  if (url === null) return <span className={className}>{children}</span>;
  return (
    <a className={className} href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
