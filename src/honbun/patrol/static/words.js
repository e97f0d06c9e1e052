// The words of the page, in the languages that it speaks.
export const WORDS = {
  en: {
    search: "Search", placeholder: "Words in all posts", boards: "Boards", chart: "Posts and matches a day,", days: "days",
    posts: "posts", matches: "matches", alerts: "Alerts", matched: "open alerts", open: "open", confirmed: "confirmed", dismissed: "dismissed",
    labels: "Verdicts as labels", stream: "New posts", found: "Found", back: "Back to new posts", more: "Earlier",
    confirm: "Confirm", dismiss: "Dismiss", undo: "Take back", all: "All boards", nothing: "Nothing here.",
    next: "next look", looked: "looked at", new: "new", changed: "changed", gone: "gone", ok: "ok", around: "around it",
    failed: "The server does not answer.", other: "日本語", since: "since",
  },
  ja: {
    search: "検索", placeholder: "すべての投稿から", boards: "掲示板", chart: "一日の投稿数と該当数、過去", days: "日",
    posts: "投稿", matches: "該当", alerts: "アラート", matched: "未確認のアラート", open: "未確認", confirmed: "確認済み", dismissed: "却下",
    labels: "判定をラベルとして保存", stream: "新着投稿", found: "検索結果", back: "新着投稿に戻る", more: "以前のもの",
    confirm: "確認", dismiss: "却下", undo: "取り消す", all: "すべての掲示板", nothing: "ありません。",
    next: "次回", looked: "最終確認", new: "新規", changed: "編集", gone: "削除", ok: "正常", around: "前後の投稿",
    failed: "サーバーが応答しません。", other: "English", since: "以来",
  },
};
