export { type FileNameParts, fileNameParts } from "./file-name-parts.ts";
export {
  isolatedText,
  type TextPiece,
  type TextPieceOptions,
  textPieces,
  visibleText,
} from "./visible-text.ts";
