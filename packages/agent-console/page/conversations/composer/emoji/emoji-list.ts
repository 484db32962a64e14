/** One emoji a line, with the words by which it is found. The first word is its name. */
const lines = `
😀 grinning happy smile
😊 smiling blush happy thanks
🙂 slight-smile fine
😄 laughing happy joy
😅 sweat-smile phew relief
😂 tears-of-joy lol laugh
🤣 rolling lol laugh
😉 wink
😍 heart-eyes love
🥰 hearts love
😘 kiss
😎 cool sunglasses
🤩 star-struck wow amazing
🤗 hug welcome
🤔 thinking hmm
🧐 monocle check
😐 neutral
😬 grimace oops awkward
🙄 eye-roll
😌 relieved
😴 sleeping tired
😕 confused
🙁 slight-frown sad
😢 crying sad
😭 sobbing sad
😞 disappointed sad
😟 worried
😳 flushed embarrassed
😱 scream shock
😮 surprised wow
😡 angry mad
🤯 mind-blown wow
🥳 party celebrate
🤒 sick ill
🥺 pleading please
🫡 salute
👍 thumbs-up yes good ok like
👎 thumbs-down no bad
👌 ok-hand perfect
👏 clap applause bravo
🙌 raised-hands hooray
🙏 please thanks pray folded-hands
🤝 handshake deal agree
👋 wave hello bye hi
✌️ victory peace
🤞 fingers-crossed luck
💪 strong muscle
👇 point-down below
👆 point-up above
👉 point-right
👈 point-left
☝️ one index
✋ stop hand
✍️ writing
🤷 shrug unsure
🙋 raising-hand question
🙇 bow sorry
🤦 facepalm
❤️ heart love red
🧡 orange-heart
💛 yellow-heart
💚 green-heart
💙 blue-heart
💜 purple-heart
💔 broken-heart
✨ sparkles new shiny
⭐ star favourite
🌟 glowing-star
🔥 fire hot
💯 hundred perfect
🎉 party congratulations celebrate tada
🎊 confetti
🎁 gift present
🎂 cake birthday
🎈 balloon
🏆 trophy win
🥇 gold-medal first
🚀 rocket fast launch
💡 idea bulb
🔔 bell reminder
🎯 target goal
✅ check done yes
☑️ checkbox done
✔️ tick done
❌ cross no wrong
❗ exclamation important
❓ question
⚠️ warning attention
🚫 forbidden no
⛔ no-entry stop
ℹ️ information
🆗 ok
🆕 new
🔴 red-circle
🟡 yellow-circle
🟢 green-circle
⏰ alarm-clock time
⏳ hourglass wait
⌛ time-over
🕐 clock time
📅 calendar date
📆 date appointment
📌 pin
📍 location place
🗺️ map
🔗 link
📎 paperclip attachment
📷 camera photo
📸 photo flash
🎥 video film
🎧 headphones audio
🎤 microphone voice
📞 phone call
📱 mobile phone
💻 laptop computer
🖥️ screen computer
⌨️ keyboard
🖱️ mouse
🖨️ printer
🔋 battery
🔌 plug power
📶 signal network
🌐 web internet
✉️ mail letter email
📧 email mail
📨 incoming-mail
📦 package parcel delivery
🚚 truck delivery shipping
✈️ plane travel flight
🚗 car
🚲 bicycle
🏠 house home
🏢 office building
🏪 shop store
🛒 cart basket shopping
🛍️ shopping-bags
💳 card payment
💰 money
💶 euro money
💵 dollar money
🧾 receipt invoice bill
🏷️ price label tag
📈 chart-up growth
📉 chart-down
📊 bar-chart
📝 memo note write
📄 document page
📁 folder
🔍 search look
🔑 key access
🔒 lock secure
🔓 unlock open
🛠️ tools repair
🔧 wrench fix
⚙️ settings gear
🐛 bug error
🧹 clean broom
🗑️ bin delete
♻️ recycle
👀 eyes looking
🧠 brain think
👤 person user
👥 people team
🤖 robot bot
☕ coffee break
🍕 pizza food
🍰 dessert cake
🍎 apple fruit
🍺 beer cheers
🥂 glasses cheers
🌞 sun sunny
☀️ sunny sun
🌧️ rain
⛄ snowman winter
❄️ snow cold
🌈 rainbow
🌷 tulip flower
🌹 rose flower
🌱 plant grow
🎄 christmas tree
🐶 dog
🐱 cat
⚽ football
🎵 music note
📚 books
👶 baby
👕 shirt clothes
👟 shoe
💍 ring
➡️ arrow-right
⬅️ arrow-left
⬆️ arrow-up
⬇️ arrow-down
🔄 refresh again
➕ plus add
➖ minus
`;

export interface Emoji {
  readonly character: string;
  readonly name: string;
  readonly words: readonly string[];
}

const all: readonly Emoji[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [character = "", ...words] = line.split(" ");
    return { character, name: (words[0] ?? "").replaceAll("-", " "), words };
  });

/** Emoji one of whose words begins with each word of the query; all for an empty one. */
export function emojiFor(query: string): readonly Emoji[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter(({ character, words }) =>
    wanted.every(
      (start) =>
        start === character ||
        words.some((word) => word.split("-").some((part) => part.startsWith(start))),
    ),
  );
}
