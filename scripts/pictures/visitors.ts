/** A message as a visitor's client sends it, or the text of an agent's reply. */
export type Line =
  | { readonly says: string }
  | { readonly sends: Readonly<Record<string, unknown>> }
  | { readonly reply: string };

/** A visitor, and what was said, in this order. */
export interface Visitor {
  readonly id: string;
  readonly channel: ChannelName;
  /** The fields of `sender` besides the id. None: the visitor is anonymous. */
  readonly profile: Readonly<Record<string, string>>;
  readonly lines: readonly Line[];
}

/** `shop` has the quickstart's own shop behind it, `outlet` the receiver of `receiver.ts`. */
export type ChannelName = "shop" | "outlet";

/** Visitors of the outlet whose messages meet trouble. */
export const refusedVisitor = "thomas";
export const silentVisitor = "chiara";

/** An address that only the pictures' browser answers, with `photo.ts`. */
export const photoOrigin = "https://photos.example";

/** One day of chats. The last of them is the newest, and its visitor waits. */
export const visitors: readonly Visitor[] = [
  {
    id: "visitor-7f31",
    channel: "shop",
    profile: {},
    lines: [
      { says: "do you have gift cards" },
      { reply: "Yes, from 10 to 200 €. You choose the amount at the checkout." },
      { says: "perfect thx" },
    ],
  },
  {
    id: refusedVisitor,
    channel: "outlet",
    profile: { name: "Thomas Keller", email: "t.keller@mail.example" },
    lines: [
      { says: "My parcel was to arrive on Tuesday. Where is it?" },
      { reply: "Sorry for the wait. It left our warehouse this morning." },
      { says: "Please call me when it is here." },
    ],
  },
  {
    id: "salma",
    channel: "shop",
    profile: { name: "سلمى حداد", email: "salma@mail.example", phone: "+962 7 9000 0000" },
    lines: [
      { says: "مرحباً، هل يمكنني تغيير عنوان التوصيل لطلبي رقم 4417؟" },
      { reply: "مرحباً سلمى، بالتأكيد. ما هو العنوان الجديد؟" },
      { says: "شارع الرينبو 12، عمّان. شكراً جزيلاً!" },
    ],
  },
  {
    id: silentVisitor,
    channel: "outlet",
    profile: { name: "Chiara Conti", phone: "+39 055 000 000" },
    lines: [{ says: "Can I collect the desk in your store on Saturday?" }],
  },
  {
    id: "dmytro",
    channel: "shop",
    profile: { name: "Дмитро Коваленко", email: "dmytro@mail.example" },
    lines: [
      { says: "Добрий день! Ця лампа підходить для лампочок E27?" },
      { reply: "Добрий день! Так, E27, до 60 Вт." },
      { says: "Дякую, замовляю." },
      { reply: "Дякуємо! Гарного дня." },
    ],
  },
  {
    id: "jonas",
    channel: "shop",
    profile: { name: "Jonas Berg", email: "jonas.berg@mail.example" },
    lines: [
      { says: "Hi, can your driver find me? The house has no number yet." },
      {
        sends: {
          type: "location",
          latitude: 59.9139,
          longitude: 10.7522,
          title: "The yellow house behind the school",
        },
      },
    ],
  },
  {
    id: "maria",
    channel: "shop",
    profile: {
      name: "Maria Sørensen",
      email: "maria.sorensen@mail.example",
      phone: "+45 20 00 00 00",
      invite: "Hello! Can I help you find something?",
      url: "https://shop.example/lamps/oslo",
    },
    lines: [
      { says: "Hello! My lamp arrived today, but the shade is cracked." },
      {
        sends: {
          type: "photo",
          file: `${photoOrigin}/cracked-shade.svg`,
          file_name: "cracked-shade.jpg",
          file_size: 184_320,
          text: "This is how it came out of the box.",
        },
      },
      { reply: "Oh no, I am sorry! I can see the crack." },
      { reply: "Shall I send you a new shade, or would you like your money back?" },
      { says: "A new shade, please. Do I have to send the old one back?" },
      { reply: "No need. The new one leaves today: https://shop.example/orders/4402" },
      { says: "That was quick. Thank you so much!" },
    ],
  },
  {
    id: "visitor-b20c",
    channel: "outlet",
    profile: {},
    lines: [{ says: "Is the blue armchair still in stock?" }, { says: "And can I see it?" }],
  },
];
