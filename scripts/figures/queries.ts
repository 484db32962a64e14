/** Searches for what `npm run seed` writes. */
export const queries: Readonly<Record<string, readonly string[]>> = {
  Latin: [
    "żarówka",
    "straße",
    "smörgås",
    "broken lamp",
    "DELIVERY Driver",
    "teşekkürler",
    "receipt",
  ],
  Cyrillic: ["посылка", "вулиця", "деньги адрес", "ЗАКАЗ"],
  Arabic: ["المصباح", "استرداد المال", "مكسور"],
  "Hebrew, Greek and Hindi": ["ההזמנה", "παραγγελία", "ευχαριστώ", "धन्यवाद"],
  "Chinese and Japanese": ["什么时候", "こわれました", "ありがとう", "退款"],
  "three characters": ["tod", "har", "ord", "ред"],
  "one or two characters": ["a", "zz", "вя", "李", "订单", "7"],
  "a very frequent word": ["please", "order", "is the"],
  "nothing found": ["xylophone", "qqqqq", "щщщщщ", "lamp xylophone", "9".repeat(200)],
  "contact details": [
    "visitor-4711@mail.example",
    "+999 0000",
    "Wójcik 17",
    "mail.example",
    "李娜",
  ],
};
