import type { ReactElement } from "react";
import { Modal } from "../ui/modal.tsx";
import { keyPlaces, keysIn } from "./key-table.ts";

/** The list of all keys. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactElement {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <Modal label="Keys" className="key-help" onClose={onClose} testId="key-help">
      <div className="modal-head">
        <h2>Keys</h2>
        <button className="quiet" autoFocus onClick={onClose}>
          Close
        </button>
      </div>
      {keyPlaces.map((place) => (
        <section key={place}>
          <h3>{place}</h3>
          <dl>
            {keysIn(place, isMac).map(({ does, keys }) => (
              <div className="key-row" key={does}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
