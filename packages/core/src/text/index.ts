export { type FileNameParts, fileNameParts } from "./file-name-parts.ts";
export { foldText } from "./fold-text.ts";
export { queryLimit, searchRanges, searchWords, type TextRange } from "./search-words.ts";
export {
  isolatedText,
  type TextPiece,
  type TextPieceOptions,
  textPieces,
  visibleText,
} from "./visible-text.ts";
