// The texts of the page in Japanese, with the same names as in english.js.

export const japanese = {
  variant: "棋種",
  newGame: "新しい対局",
  settings: "設定",
  language: "言語",
  close: "閉じる",
  tabs: { game: "対局", moves: "棋譜", puzzles: "詰将棋", position: "局面" },
  side: { black: "先手", white: "後手" },
  sideSymbol: { black: "☗", white: "☖" },
  board: (game) => `${game}の盤`,
  hand: (side) => `${side}の持ち駒`,
  handPiece: (name, side, count) => `${side}の持ち駒、${name}、${count}枚`,
  rank: (letter) => "一二三四五六七八九十".charAt(letter.charCodeAt(0) - 97),
  square: (square, piece) => `${square.slice(0, -1)}${japanese.rank(square.at(-1))}、${piece ?? "空き"}`,
  squareNotes: { move: "動ける", capture: "取れる", selected: "選択中", last: "最終手", premove: "先行入力", check: "王手されている", hinted: "ヒント", wrong: "不正解の手" },
  piece: (side, name) => `${side}の${name}`,
  promotion: "成りますか？",
  promote: (name) => `成る（${name}）`,
  doNotPromote: (name) => `成らない（${name}）`,
  illegal: (reason) => `指せません：${reason}`,
  offline: "プログラムが終了したか、接続できません。再接続しています…",
  controls: {
    first: "最初の局面", previous: "一手戻る", next: "一手進む", last: "最後の局面",
    flip: "盤面反転", undo: "待った", hint: "ヒント", resign: "投了", draw: "引き分けを提案", agreeDraw: "引き分けにする",
    claimWin: "勝ちを宣言", claimDraw: "引き分けを宣言", pause: "中断", resume: "再開", toolbar: "対局の操作",
    solution: "正解を見る", "next-puzzle": "次の問題",
  },
  confirmResign: "投了しますか？",
  confirmNewGame: "この対局は終わっていません。新しい対局を始めますか？",
  confirmReplace: "この対局は終わっておらず、失われます。置き換えますか？",
  replace: "置き換える",
  keepPlaying: "対局を続ける",
  game: {
    you: "手番", sides: { black: "先手", white: "後手", both: "両方（二人で対局）", none: "なし（エンジン同士）" },
    strength: "エンジンの強さ", strengths: { level: "レベル", elo: "レーティング" }, level: "レベル", rating: "レーティング",
    levelHint: "0は入門者、20は最強です。",
    time: "時間", times: { move: "一手ごと", clock: "対局時計" }, noClocks: "時計なし", seconds: "一手の秒数",
    minutes: "持ち時間（分）", increment: "一手ごとの加算（秒）", byoyomi: "秒読み（秒）", handicap: "手合割", noHandicap: "平手",
    about: "ルール", apply: "この対局の対局者を変更", pieces: "駒",
    piecesHint: "駒を選ぶと動きを表示します。",
  },
  players: { person: "プレイヤー", engine: "エンジン", level: (level) => `エンジン（レベル${level}）`, elo: (elo) => `エンジン（レーティング${elo}）` },
  thinking: "思考中…",
  checks: (count, limit) => `連続王手：${count}／${limit}回`,
  status: (status, side) => {
    if (status === "ongoing") return `${side}の番です`;
    if (status === "check") return `${side}の番です（王手）`;
    return status;
  },
  result: (end) => {
    if (end.winner) return `${japanese.side[end.winner]}の勝ち（${end.text}）`;
    return end.draw ? `引き分け（${end.text}）` : end.text;
  },
  moves: {
    list: "棋譜", start: "開始局面", empty: "まだ指し手がありません。", variation: "変化",
    promote: "本譜にする", remove: "ここから削除",
  },
  analysis: {
    title: "検討", start: "検討", stop: "検討を終了", lines: "候補手", mate: "詰み探索", stopMate: "詰み探索を中止",
    review: "棋譜解析", stopReview: "解析を中止", depth: (depth) => `深さ${depth}`, speed: (nodes) => `${nodes}局面/秒`,
    graph: "形勢グラフ", accuracy: "正確さ",
    accuracyHint: "100%は、勝率を下げる手が一つもなかったことを表します。",
    marks: { inaccuracies: "疑問手", mistakes: "悪手", blunders: "大悪手" }, symbols: { inaccuracies: "?!", mistakes: "?", blunders: "??" }, bar: (text) => `評価値 ${text}`, arrows: "矢印",
    off: "盤上の局面の読み筋を表示します。", searching: "探索中…", playLine: "ここまで指す",
  },
  puzzle: {
    title: (game) => `${game}の詰将棋`,
    none: (game, others) => `${game}の問題はありません。上の欄で${others}を選んでください。`,
    about: "攻め方は必ず王手をかけます。正解は一つだけですが、最後の一手はどの詰みでも正解です。",
    number: (number, count) => `問題 ${number}／${count}`, ownNumber: (number, count) => `自分の問題 ${number}／${count}`,
    task: (side, moves) => `${side}番、${2 * moves - 1}手詰`,
    taskWin: (side) => `${side}の勝ち`,
    goalWin: (side) => `${side}番：勝ちになる手を探してください`,
    goal: (side, moves) => `${side}番：${2 * moves - 1}手詰`,
    rating: {
      mate: (difficulty, nodes) => `${difficulty}：詰み探索で${nodes}局面`,
      win: (difficulty, nodes) => `${difficulty}：探索で${nodes}局面`,
    },
    proof: {
      pending: "正解を検証しています…", proven: "詰み探索で検証済み。",
      no_mate: "不完全：手順に王手でない手があるか、より長く逃れる手があります。", shorter: "不完全：より短い詰みがあります。",
      second_solution: "不完全：余詰があります。", unknown: "未検証：時間内に検証できませんでした。", not_applicable: "未検証：詰みの問題だけを検証します。",
    },
    lengths: "手数", length: (moves) => moves === 4 ? "7手詰以上" : `${2 * moves - 1}手詰`,
    difficulty: "難易度", difficulties: { easy: "易しい", medium: "普通", hard: "難しい" },
    any: (count) => `すべて（${count}）`, counted: (label, count) => `${label}（${count}）`,
    empty: "この手数と難易度の問題はありません。",
    start: "始める", next: "次の問題", again: "最初から", hint: "ヒント", solution: "正解を見る", analyse: "この局面を検討",
    right: ({ text }) => `${text}は正解です。`,
    wrong: ({ text, refutation }, defender) => {
      const reasons = { no_check: "王手ではありません", reply: `${defender}に${refutation.text}と応じられます`, unknown: `${defender}が逃れます`, not_the_solution: "正解手順の手ではありません" };
      return `${text}は不正解です。${reasons[refutation.kind]}。もう一度考えてください。`;
    },
    solved: ({ wrong_moves: wrong, has_used_hint: hint }) => {
      const help = [hint && "ヒントあり", wrong > 0 && `不正解${wrong}回`].filter(Boolean);
      return `正解！${help.length ? `（${help.join("、")}）` : ""}`;
    },
    progress: { solved: "正解：", given_up: "正解手順：" },
    count: (solved, tried, all) => `${tried}問に挑戦して${solved}問正解（全${all}問）`,
    reset: "記録を消す", confirmReset: (game) => `${game}の正解の記録を消しますか？`, keep: "残す",
    confirmAnalyse: "まだ解けていません。あきらめて局面を検討しますか？", keepSolving: "考え続ける",
    solver: "あなた", defender: "玉方",
  },
  ownPuzzles: {
    title: "自分の問題", paste: "問題を貼り付ける", hint: "ozutsu puzzlesが書き出す、正解付きのEPD",
    read: "読み込む", open: "ファイルを開く…", resume: "自分の問題を続ける",
    invalid: (file) => `${file || "このテキスト"}を読み込めません。何も変更していません：`,
  },
  mate: (plies) => `${Math.abs(plies)}手詰`,
  notices: {
    hint: (notice) => `ヒント：${notice.text}`,
    mate_found: (notice) => `${notice.plies}手の詰みがあります。`,
    no_mate: () => "王手の連続による詰みはありません。",
    mate_unknown: () => "詰み探索を中止しました。",
    draw_declined: () => "エンジンは引き分けを断りました。",
    imported: ({ title, count }) => [title && `これは${title}の棋譜です。`, count > 1 && `${count}局のうち最初の対局です。`].filter(Boolean).join(""),
    engine_failed: () => "探索に失敗しました。対局を中断しています。",
  },
  position: {
    sfen: "SFEN", set: "反映", copied: "コピーしました。", copyFailed: "このテキストをコピーしてください：",
    exports: { sfen: "SFEN", usi: "USI", pgn: "PGN", kif: "KIF" }, picture: "画像（SVG）", share: "コピー",
    import: "棋譜や局面を貼り付ける", importHint: "SFEN、USI、PGN、KIF、CSA、または指し手の列", read: "読み込む",
    editor: "局面編集", edit: "局面を編集", done: "この局面を使う", cancel: "キャンセル", clear: "盤をクリア",
    palette: "置く駒", remove: "取り除く", sideToMove: "手番",
    editHint: "駒を選んでマスをクリックします。持ち駒はクリックで増え、右クリックで減ります。", valid: "正しい局面です。",
  },
  settingsDialog: {
    title: "設定", pieces: "駒", sets: { kanji: "漢字（一文字）", kanji2: "漢字（二文字）", symbols: "絵柄", letters: "文字と動きの印" },
    board: "盤", boards: { wood: "木", dark: "濃い木", paper: "紙", green: "緑", blue: "青" },
    sound: "効果音", animation: "駒を滑らかに動かす", premoves: "先行入力（エンジンの思考中に指す）",
    evaluations: "対局中に評価値を表示する",
    theme: "配色", themes: { auto: "システムに合わせる", light: "ライト", dark: "ダーク" },
    hover: "駒にポインターを置くと動きを表示する", targets: "動けるマスを表示する", coordinates: "座標を表示する",
    keys: "キー操作", keyList: [
      ["← → Home End", "棋譜を進める・戻す"], ["矢印、Enter", "盤上でマスを選ぶ"], ["Esc", "キャンセル"],
      ["N", "新しい対局"], ["F", "盤面反転"], ["U", "待った、投了の取り消し"], ["H", "ヒント"], ["A", "検討"], ["P", "次の問題"], ["M", "マスの駒の動き"],
    ],
  },
  movement: {
    promotesTo: (name) => `成ると${name}：`,
    legend: { both: "移動と捕獲", quiet: "移動のみ", capture: "捕獲のみ", screen: "飛び越える駒" },
    directions: { all: "全八方向", orthogonal: "縦横", diagonal: "斜め", forward: "前", backward: "後ろ",
      sideways: "横", vertical: "前後", forwardDiagonal: "斜め前", backwardDiagonal: "斜め後ろ" },
    list: (items) => items.join("、"),
    mode: { both: "", quiet: "（移動のみ）", capture: "（捕獲のみ）" },
    sentence: (range, directions, mode) => `${directions}に${range}${mode}`,
    sentences: (sentences) => sentences.map((sentence) => `${sentence}。`).join(""),
    step: "一マス", slide: "何マスでも走る", upTo: (n) => `${n}マスまで走る`, hop: "ちょうど一枚の駒を飛び越える",
    shortHop: "隣の駒を飛び越えてその先のマスへ", jump: "一枚以上の駒を飛び越える",
    leap: (n) => `${n}マスへ跳ぶ`,
  },
};
