/** What people of one language are called, and the words that they write. */
export interface Language {
  readonly names: readonly string[];
  readonly words: readonly string[];
  /** Stands between two words. */
  readonly gap: string;
}

const language = (names: string, words: string, gap = " "): Language => ({
  names: names.split(", "),
  words: words.split(" "),
  gap,
});

/** Ten alphabets, two of them written from right to left, two without spaces. The first is the most common. */
export const languages: readonly Language[] = [
  language(
    "Ada Brown, Thomas Keller, Emma Laurent, Chidi Okafor, Maria Rossi, Liam O'Neill, Sofia Lima, Jan de Vries",
    "hello please where when parcel order lamp desk chair blue white broken late today tomorrow invoice address thanks can you send return refund money card paid shop open close price size colour delivery driver waiting number help yes no",
  ),
  language(
    "Łukasz Wójcik, Małgorzata Dąbrowska, Żaneta Śliwa, Paweł Kołodziej",
    "dzień dobry proszę gdzie kiedy paczka zamówienie żarówka krzesło późno dziękuję zwrot pieniądze faktura źle łóżko część",
  ),
  language(
    "Jürgen Groß, Žofia Černá, Åse Sørensen, Đorđe Šarić, François Lefèvre, Gül Yıldız",
    "grüße bestellung straße café déjà reçu naïve größe židle příliš žluťoučký smörgås hvornår teşekkürler için şişe",
  ),
  language(
    "Дмитро Коваленко, Анна Смирнова, Ёлка Иванова, Георги Петров",
    "добрый день пожалуйста где когда посылка заказ лампа стол ещё дякую коли їхати вулиця возврат деньги адрес",
  ),
  language(
    "Γιώργος Παπαδόπουλος, Ελένη Νικολάου",
    "καλημέρα παρακαλώ πού πότε δέμα παραγγελία λάμπα ευχαριστώ επιστροφή χρήματα διεύθυνση σήμερα",
  ),
  language(
    "سلمى حداد, يوسف المنصوري",
    "مرحبا من فضلك أين متى الطرد الطلب المصباح شكرا استرداد المال العنوان اليوم غدا مكسور",
  ),
  language(
    "נועה כהן, אורי לוי",
    "שלום בבקשה איפה מתי החבילה ההזמנה המנורה תודה החזר כסף כתובת היום",
  ),
  language("अनन्या शर्मा, रोहन गुप्ता", "नमस्ते कृपया कहाँ कब पार्सल ऑर्डर दीपक धन्यवाद वापसी पैसे पता आज कल"),
  language(
    "李娜, 王伟",
    "你好 请问 包裹 订单 台灯 椅子 什么时候 谢谢 退款 地址 今天 明天 坏了",
    "",
  ),
  language(
    "佐藤さくら, 田中ゆうき",
    "こんにちは 荷物 注文 ランプ いつ ありがとう 返品 住所 今日 明日 こわれました",
    "",
  ),
];

export const emojis = ["👍", "🙏", "😀", "❤️", "🎉", "👩‍👩‍👧", "🇳🇴"];
