import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "./windows.ts";

/** Text stays sharp, and a picture takes a third of what it takes as PNG. */
const quality = 0.6;

/** Takes pictures of pages as WebP files. */
export class Camera {
  readonly #directory: string;
  readonly #converter: Page;
  pictures = 0;
  bytes = 0;

  /** @param converter an empty page, in which the browser converts the pictures */
  constructor(directory: string, converter: Page) {
    this.#directory = directory;
    this.#converter = converter;
  }

  async take(page: Page, name: string): Promise<void> {
    const png = await page.screenshot({ animations: "disabled", caret: "hide" });
    const picture = await this.#asWebp(png);
    writeFileSync(join(this.#directory, `${name}.webp`), picture);
    this.pictures += 1;
    this.bytes += picture.length;
  }

  async #asWebp(png: Buffer): Promise<Buffer> {
    const url = await this.#converter.evaluate(
      async ({ source, quality }) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.width;
        canvas.height = image.height;
        canvas.getContext("2d")?.drawImage(image, 0, 0);
        return canvas.toDataURL("image/webp", quality);
      },
      { source: `data:image/png;base64,${png.toString("base64")}`, quality },
    );
    return Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  }
}
