"""What the invented people say: sentences with gaps, and words to fill them, in English and Japanese."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

_GAP = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Bank:
    """The words of one language."""

    lang: str
    sentences: tuple[str, ...]
    """With gaps: `{thing}`, `{place}`, `{person}`, `{time}`, `{n}`."""
    short: tuple[str, ...]
    titles: tuple[str, ...]
    signatures: tuple[str, ...]
    gaps: dict[str, tuple[str, ...]]
    names: tuple[str, ...]
    ranks: tuple[str, ...]
    labels: dict[str, str]
    """Words of the page itself: buttons, notes, headings."""
    joint: str

    def fill(self, rng: random.Random, pattern: str) -> str:
        """The sentence with its gaps filled."""

        def word(gap: re.Match[str]) -> str:
            name = gap.group(1)
            return str(rng.randint(2, 90)) if name == "n" else rng.choice(self.gaps[name])

        return _GAP.sub(word, pattern)

    def paragraph(self, rng: random.Random, sentences: int) -> str:
        """So many sentences; most of the time not the same twice."""
        chosen = rng.sample(self.sentences, min(sentences, len(self.sentences)))
        return self.joint.join(self.fill(rng, pattern) for pattern in chosen)

    def title(self, rng: random.Random) -> str:
        """What a thread or a post is called."""
        return self.fill(rng, rng.choice(self.titles))


ENGLISH = Bank(
    lang="en",
    sentences=tuple(
        """I bought a {thing} in {place} and it has worked well so far.
Has anyone tried to mend a {thing} with nothing but tape and patience?
My {person} says that a {thing} should never be left out in the rain.
The one in {place} was closed when we came there {time}.
After {n} days of waiting the {thing} arrived in a box far too large.
It depends on how often you use the {thing}, I would say.
We measured it {time} and got {n} instead of the promised number.
If you turn it to the left first, the {thing} comes out by itself.
There is a shop near {place} that still sells parts for it.
I would not pay more than {n} for a used {thing}.
Yours looks exactly like the {thing} that my {person} keeps in the shed.
Please send a picture when you have cleaned the {thing}.
The manual, page {n}, says the opposite of what you wrote.
For me it stopped making that noise {time}, and I did nothing at all.
Do not believe what they tell you in {place} about the {thing}.
You need two {thing}s for that, one at each end.
I have the same problem since {time}, so you are not alone.
That is a question for my {person}, who built one from wood.
The old version was heavier, but it lasted {n} years.
We meet in {place} {time}, and everybody may bring a {thing}.
Oil helps, but only if the {thing} is warm before you start.
Thank you for the long answer, I will try it {time}.
In the end we carried the {thing} all the way to {place}.
Nobody there had ever seen a {thing} of that colour.
I think the label is wrong and should say {n}, not what is printed.
A friend of my {person} lost {n} screws and found most of them again.
It rained {time}, which was good for the garden and bad for the {thing}.
What you describe happened to us near {place} as well.""".split("\n")
    ),
    short=(
        "Thanks, that did it.",
        "Same here.",
        "Which {thing} do you mean?",
        "Sold.",
        "I agree with this.",
        "See you in {place}!",
        "No.",
        "Any news about the {thing}?",
    ),
    titles=(
        "Where to find a {thing} in {place}",
        "My {thing} does not turn any more",
        "Trip to {place}, who comes along?",
        "{n} ways to keep a {thing} clean",
        "Question about an old {thing}",
        "What did you repair {time}?",
        "For my {person}: a {thing} under {n}",
        "News from {place}",
    ),
    signatures=(
        "Slow is smooth.",
        "Owner of three {thing}s and one umbrella",
        "Measure twice, cut once, sweep forever",
        "Sent from {place}",
        "Ask me about my {thing}",
    ),
    gaps={
        "thing": tuple(
            "kettle ladder bicycle lantern radio clock kite telescope loom plough barometer harmonica wheelbarrow "
            "teapot anvil compass typewriter hammock canoe spade".split()
        ),
        "place": tuple(
            "Oldbridge|the harbour|Market Lane|Upper Fenwick|the north hall|Stonemill|the lake|Pellham|"
            "the signal box|Harrow Down|the workshop|Quarry Road".split("|")
        ),
        "person": tuple("uncle neighbour sister teacher cousin grandmother landlord colleague".split()),
        "time": tuple(
            "last week|on Sunday|this morning|in spring|two years ago|yesterday|next month|during the night|"
            "at noon|over the winter".split("|")
        ),
    },
    names=tuple(
        "millpond gearbox77 Anna_K oldtimer quietstone Rob.W tinwhistle HarborCat lowtide Benedikt pinecone42 "
        "MrsLovell copperkettle Janek sevenswans dustyroad Ottilie windmill-9 Paul_from_Pellham greyheron "
        "Lev cloudberry nightferry Tamsin".split()
    ),
    ranks=("Newcomer", "Regular", "Keeper of keys", "Old hand", "Apprentice"),
    labels={
        "reply": "Reply",
        "report": "Report",
        "quote": "Quote",
        "wrote": "{} wrote:",
        "edited": "Last edited by {} on {}",
        "posts": "Posts: {}",
        "joined": "Joined: {}",
        "home": "Home page",
        "mail": "Mail",
        "next": "Next",
        "back": "Back to the list",
        "pages": "Page",
        "advert": "Advertisement: a new {} for your home",
        "write": "Write an answer",
        "answers": "{} answers",
        "question": "Question",
        "rules": "Please be kind and stay with the subject. Whoever sells something says so in the title.",
        "latest": "Latest threads",
        "by": "by",
        "anonymous": "somebody",
        "intro": "This thread belongs to the group {}. {} people read along.",
    },
    joint=" ",
)

JAPANESE = Bank(
    lang="ja",
    sentences=tuple(
        """{place}で{thing}を買いましたが、今のところ調子がいいです。
{thing}の修理を自分でやった人はいますか。
うちの{person}は、{thing}を雨に当てるなといつも言っています。
{time}行ってみたら、{place}の店は閉まっていました。
注文してから{n}日目に、やけに大きな箱で{thing}が届きました。
使う回数にもよると思いますよ。
{time}測り直したら、箱に書いてある数字と{n}も違いました。
先に左へ回すと、{thing}は簡単に外れます。
{place}の近くに、まだ部品を扱っている店があります。
中古の{thing}に{n}より多くは払いたくないですね。
写真を見るかぎり、{person}が納屋に置いている{thing}と同じものです。
きれいになったら{thing}の写真を見せてください。
説明書の{n}ページには逆のことが書いてありました。
うちのは{time}から音がしなくなりました。何もしていないのに。
{place}で聞いた話をそのまま信じないほうがいいです。
それには{thing}が二つ、両端に一つずつ必要です。
{time}から同じことで困っているので、仲間がいて安心しました。
木で作った{person}に聞いてみます。
前の型は重かったけれど、{n}年はもちました。
{time}に{place}へ集まりますので、{thing}を持ってきてください。
油をさす前に{thing}を温めておくのがこつです。
詳しい返事をありがとうございます、{time}試してみます。
結局、{thing}を{place}まで歩いて運びました。
あの色の{thing}は誰も見たことがないそうです。
札の数字は間違いで、正しくは{n}だと思います。
{person}の友人がねじを{n}本なくして、だいたい見つけました。
{time}の雨は畑には良く、{thing}には良くありませんでした。
同じことが{place}のあたりでもありました。""".split("\n")
    ),
    short=(
        "ありがとう、直りました。",
        "うちも同じです。",
        "どの{thing}の話ですか？",
        "それはいいですね。",
        "賛成です。",
        "{place}で会いましょう！",
        "保守",
        "{thing}はその後どうなりましたか。",
    ),
    titles=(
        "{place}で{thing}を探しています",
        "{thing}が回らなくなった",
        "{time}の{place}、行く人いる？",
        "{thing}を長もちさせる方法 その{n}",
        "古い{thing}について質問",
        "{person}に贈る{thing}",
        "{place}のお知らせ",
        "みんなの{thing}を語ろう",
    ),
    signatures=(
        "急がば回れ",
        "{thing}と暮らして{n}年",
        "{place}のすみっこから",
        "二度測って一度切る",
        "{thing}のことなら何でもどうぞ",
    ),
    gaps={
        "thing": tuple(
            "やかん はしご 自転車 行灯 ラジオ 柱時計 凧 望遠鏡 機織り機 鍬 気圧計 手風琴 一輪車 急須 金床 羅針盤 "
            "風鈴 釣り竿 七輪 そろばん".split()
        ),
        "place": tuple("古橋 港 市場通り 北の広間 石臼町 湖畔 東の峠 信号所 採石場 工房 川上 松原".split()),
        "person": tuple("おじ 隣の人 姉 先生 いとこ 祖母 大家さん 同僚".split()),
        "time": tuple("先週 日曜日 今朝 春先 二年前 昨日 来月 夜中 昼ごろ 冬の間".split()),
    },
    names=tuple(
        "名無しさん 水車小屋 歯車 静かな石 夜の渡し船 ねじ回し 松ぼっくり たぬき うみねこ 旅人 灰色のさぎ 急須 "
        "白鳥 砂利道 風見鶏 通りすがり 雲いちご 干潮 しまねこ 港の人".split()
    ),
    ranks=("新入り", "常連", "鍵番", "古株", "見習い"),
    labels={
        "reply": "返信",
        "report": "通報",
        "quote": "引用",
        "wrote": "{} さんの発言：",
        "edited": "{} が {} に編集",
        "posts": "投稿数：{}",
        "joined": "登録：{}",
        "home": "ホームページ",
        "mail": "メール",
        "next": "次へ",
        "back": "一覧に戻る",
        "pages": "ページ",
        "advert": "広告：新しい{}をご家庭に",
        "write": "書き込む",
        "answers": "回答 {} 件",
        "question": "質問",
        "rules": "話題に関係のない書き込みはご遠慮ください。売り買いは題名にそう書いてください。",
        "latest": "新しい話題",
        "by": "投稿者：",
        "anonymous": "名無しさん",
        "intro": "この話題は{}の部屋にあります。{}人が読んでいます。",
    },
    joint="",
)

BANKS = {"en": ENGLISH, "ja": JAPANESE}
