// The texts of the page in Chinese, with the same names as in english.js. They are written in simplified characters;
// traditional.js has those of the other script.

import { namedMoves, rankName, squareName } from "./coordinates.js";
import { hanzi, isHanzi, kanji } from "./hanzi.js";
import { quoted, worded } from "./words.js";

/** @import { CommandError, EndReason, Field, IllegalMove, MoveTextError, Omission, PositionError, Problem, RecordError, RecordErrorKind, RepetitionResult, RuleNote, SaveWarning, SfenError, SfenErrorKind, WriteError } from "../messages.d.ts" */
/** @import { TitleOf } from "./english.js" */
/** @import { Script } from "./hanzi.js" */
/** @import { WordsFor } from "./words.js" */

/** @typedef {(parts: TemplateStringsArray, ...values: (string | number | null)[]) => string} Writer Writes a text in a script. What is put into the text stays as it is. */

/** The texts in a script, given what writes them. */
export const chinese = (/** @type {Script} */ script, /** @type {Writer} */ zh) => {
  /** A choice between moves in USI notation. */
  const choice = (/** @type {string[]} */ moves) => namedMoves(moves).join(zh`或`);

  const tooDeep = (/** @type {number} */ most) => zh`变化中的变化最多${most}层`;

  const SIDES = { black: zh`先手`, white: zh`后手` };

  /** @type {{ [result in RepetitionResult]: string }} */
  const repetitions = {
    draw: zh`千日手判和`,
    black_loses: zh`千日手判先手负`,
    white_loses: zh`千日手判后手负`,
    repeater_loses: zh`千日手判重复局面的一方负`,
    repeater_wins: zh`千日手判重复局面的一方胜`,
  };

  /** @type {WordsFor<RuleNote>} */
  const rules = {
    two_pawns_allowed: zh`允许二步`,
    pawn_drop_limit: (limit) =>
      limit === 1 ? zh`已有步兵的一路不能再打入步兵` : zh`已有${limit}枚步兵的一路不能再打入步兵`,
    two_pawns_forbidden: zh`二步为犯规`,
    pawn_drop_mate_allowed: zh`允许打步诘`,
    pawn_drop_mate_forbidden: zh`打步诘为犯规`,
    repetition: ({ result, count, perpetual_check_loses }) =>
      repetitions[result] +
      (count === 4 ? "" : zh`（同一局面出现${count}次）`) +
      (perpetual_check_loses ? zh`，连续将军判负` : ""),
    stalemate_is_draw: zh`无着可走为和棋`,
    goal_on_last_ranks: (count) => (count === 1 ? zh`玉将到达最远的一段即胜` : zh`玉将到达最远的${count}段即胜`),
    goal_ranks: ({ black, white }) => {
      const ranks = (/** @type {string} */ letters) => [...letters].map(rankName).join("") || zh`无`;
      return zh`玉将到达目标段即胜（先手${ranks(black)}，后手${ranks(white)}）`;
    },
    mandatory_promotion: zh`必须升变`,
    check_limit: (limit) => zh`连续将军最多${limit}次`,
    impasse_points: (points) => zh`双方入玉时采用${points}点法`,
    declaration_points: ([black, white]) => zh`入玉宣言：先手${black}点，后手${white}点`,
  };

  /** @type {{ [field in Field]: string }} */
  const fields = {
    puzzle: zh`题号`,
    level: zh`等级`,
    rating: zh`等级分`,
    move_time: zh`时间`,
    time: zh`时间`,
    lines: zh`候选着法数`,
  };

  /** @type {{ [reason in IllegalMove]: string }} */
  const illegalMoves = {
    malformed: zh`这种棋没有这样的着法`,
    empty_square: zh`该格没有棋子`,
    opponent_piece: zh`这是对方的棋子`,
    cannot_reach: zh`该棋子走不到那里`,
    blocked: zh`中间有棋子挡住`,
    no_screen: zh`中间没有炮架`,
    too_many_screens: zh`中间的炮架多于一个`,
    only_captures: zh`只有吃子时才能走到那里`,
    cannot_capture: zh`那里只能走到空格，不能吃子`,
    own_piece: zh`那里有己方的棋子`,
    cannot_promote: zh`该棋子不能升变`,
    outside_promotion_zone: zh`只有进入、离开升变区或在其中走子时才能升变`,
    must_promote: zh`不升变就无路可走，必须升变`,
    not_in_hand: zh`没有这种持驹`,
    occupied: zh`该格已有棋子，不能打入`,
    dead_square: zh`打在那里就无路可走`,
    two_pawns: zh`二步`,
    king_attacked: zh`玉将走到那里会被吃`,
    in_check: zh`没有解除将军`,
    pinned: zh`该棋子被牵制，移动后玉将会被吃`,
    becomes_screen: zh`会成为炮架，使己方玉将被将军`,
    pawn_drop_mate: zh`打步诘`,
    check_limit: zh`连续将军已达上限`,
    game_over: zh`玉将已到达目标，对局已经结束`,
  };

  /** @type {WordsFor<PositionError>} */
  const illegalPositions = {
    multiple_kings: (side) => zh`${SIDES[side]}的玉将多于一枚`,
    no_king: (side) => zh`${SIDES[side]}没有玉将`,
    king_in_hand: (side) => zh`${SIDES[side]}的持驹中有玉将`,
    too_many_pieces: ({ letter, found, limit }) => zh`“${letter}”有${found}枚，最多${limit}枚`,
    dead_square: ({ letter, square }) => zh`${squareName(square)}的“${letter}”无路可走`,
    two_pawns: ({ color, file }) => zh`${SIDES[color]}在第${file}路二步`,
    opponent_in_check: (side) => zh`没轮到走棋的${SIDES[side]}正被将军`,
  };

  /** @type {WordsFor<SfenErrorKind>} */
  const positionErrors = {
    unexpected_character: (found) => zh`不应有“${found}”`,
    missing: zh`缺少内容`,
    rank_length: ({ rank, found, expected }) => zh`${rankName(rank)}段有${found}格，应为${expected}格`,
    rank_count: ({ found, expected }) => zh`有${found}段，应为${expected}段`,
    no_promotion: (letter) => zh`“${letter}”不能升变`,
    side_to_move: zh`走棋方应为 b 或 w`,
    hand_count: zh`持驹数不正确`,
    move_number: zh`手数不正确`,
    trailing_text: zh`局面之后有多余的文字`,
    illegal_position: (errors) => errors.map((error) => worded(illegalPositions, error)).join(zh`；`),
  };

  const positionError = (/** @type {SfenError} */ { offset, kind }) =>
    (kind.code === "illegal_position" ? "" : zh`第${offset + 1}个字符：`) + worded(positionErrors, kind);

  /** @type {WordsFor<MoveTextError>} */
  const moveTextErrors = {
    rules: (reason) => illegalMoves[reason],
    pieces: (reasons) =>
      reasons.map(([from, reason]) => zh`从${squareName(from)}：${illegalMoves[reason]}`).join(zh`；`),
    text: zh`没有与此写法相符的合法着法`,
    ambiguous: (moves) => zh`无法确定是哪一着：${choice(moves)}`,
  };

  /** @type {WordsFor<RecordErrorKind>} */
  const recordErrors = {
    encoding: zh`无法识别文字编码`,
    packed_games: zh`这是压缩的自我对局`,
    compressed: (program) => zh`这是压缩文件，请先用 ${program} 等解压`,
    damaged: zh`压缩文件已损坏或不完整`,
    too_large: (limit) => zh`压缩文件解压后超过 ${limit} MiB`,
    empty: zh`没有棋谱`,
    unknown_format: zh`无法识别棋谱格式`,
    unknown_game: (name) => zh`没有名为${quoted(name)}的棋`,
    position: ({ found, reason }) => zh`${quoted(found)}不是正确的局面（${positionError(reason)}）`,
    illegal_move: ({ found, reason }) => zh`${quoted(found)}在这里不合法（${worded(moveTextErrors, reason)}）`,
    ambiguous_move: ({ found, candidates }) => zh`${quoted(found)}无法确定是哪一着（${choice(candidates)}）`,
    move_number: ({ found, expected }) => zh`手数是${found}，应为${expected}`,
    unexpected: ({ found }) => zh`无法读取${quoted(found)}`,
    no_solution: zh`缺少答案（pv）`,
    too_many_empty_games: (most) => zh`没有着法的棋谱多于${most}局`,
    too_deep: tooDeep,
    json: zh`无法作为 JKF 读取`,
    unclosed: zh`括号或引号没有闭合`,
  };

  const recordError = (/** @type {RecordError} */ { line, kind }) => zh`第${line}行：${worded(recordErrors, kind)}`;

  /** @type {WordsFor<WriteError>} */
  const writeErrors = {
    shogi_only: (format) => zh`${format} 格式只能保存本将棋`,
    too_deep: tooDeep,
    one_game_only: (format) => zh`一个 ${format} 文件只能存一局`,
    not_in_shift_jis: (letter) => zh`“${letter}”无法用 Shift_JIS 编码`,
  };

  /** @type {WordsFor<CommandError, [title: TitleOf]>} */
  const errors = {
    changed: zh`棋盘已经变化`,
    paused: zh`对局已暂停`,
    not_at_end: zh`请先回到最后一手再走棋`,
    engine_to_move: zh`轮到引擎走棋`,
    others_turn: zh`轮到对方走棋`,
    other_away: zh`对方没有连接`,
    only_watching: zh`此页面只能观战`,
    between_people: zh`两人对局中不能这样做`,
    no_question: zh`对方没有提出请求`,
    no_guests: zh`这里不能邀请别人`,
    too_many_tables: zh`打开的棋盘太多，请关闭一些页面`,
    too_many_pages: zh`打开此对局的页面太多`,
    table_name: zh`棋桌名称只能用字母、数字和连字符`,
    address: zh`此地址无法显示为二维码`,
    no_move_yet: zh`引擎还没有算出着法`,
    time_up: zh`时间已用完`,
    illegal: (reason) => illegalMoves[reason],
    nothing_to_undo: zh`没有可悔的棋`,
    no_claim: zh`这里不能宣言`,
    game_over: zh`对局已经结束`,
    during_game: zh`对局中不能这样做`,
    start_position: zh`不能删除开始局面`,
    no_such_move: (number) => zh`没有第${number}着`,
    move_text: (error) => zh`无法读取着法（${worded(moveTextErrors, error)}）`,
    position: (error) => zh`无法读取局面（${positionError(error)}）`,
    square: (name) => zh`棋盘上没有“${name}”格`,
    empty_square: zh`该格没有棋子`,
    unknown_game: (name) => zh`没有名为“${name}”的棋`,
    unknown_handicap: (name) => zh`没有名为“${name}”的让子方式`,
    out_of_range: ({ field, value, min, max }) => zh`${fields[field]}不能是${value}，应为${min}到${max}`,
    no_time: zh`需要基本用时或读秒`,
    solving: zh`请先解题，或显示答案`,
    no_puzzle: zh`棋盘上没有题目`,
    puzzle_over: zh`此题已经结束`,
    no_puzzles: (game, title) => zh`没有${title(game)}的题目`,
    no_such_puzzle: (game, title) => zh`${title(game)}没有这种目标、手数和难度的题目`,
    no_own_puzzles: zh`没有读入自己的题目`,
    no_puzzle_in_text: zh`文字中没有题目`,
    long_solution: ({ found, max }) => zh`答案有${found}手，最多${max}手`,
    no_game_in_text: zh`文字中没有棋谱`,
    too_many_games: ({ found, max }) => zh`有${found}局，最多${max}局`,
    no_such_game: (index) => zh`文件中没有第${index + 1}局`,
    too_long: (max) => zh`太长，最多${max}个字符`,
    position_in_text: (error) => zh`无法读取局面（${positionError(error)}）`,
    unreadable: (error) => zh`无法读取（${recordError(error)}）`,
    several_games: ({ reason, games }, title) =>
      zh`${worded(errors, reason, title)}。看来是${games.map(title).join(zh`或`)}，请先选择棋种`,
    too_many_moves: ({ found, max }) => zh`有${found}手，最多${max}手`,
    unwritable: (error) => zh`无法导出（${worded(writeErrors, error)}）`,
    no_recent_game: zh`这局棋已不再保留`,
    large_settings: zh`设置太大`,
    not_reviewed: zh`请先复盘`,
    invalid: (reason) => zh`命令无效（${reason}）`,
    closed: zh`这个棋盘已关闭，请重新加载页面`,
    failed: zh`内部错误`,
    key: zh`此页面的密钥缺失或已失效。请打开 ozutsu board 显示的地址。`,
    no_seat: zh`这局棋已经不在了。请索取新链接；重新加载后，此页面会显示你自己的棋盘（如果有）。`,
    busy: zh`之前的请求尚未完成`,
  };

  /** @type {{ [part in Omission]: string }} */
  const omissions = {
    tags: zh`对局信息`,
    variations: zh`变化`,
    comments: zh`注释`,
    drawings: zh`箭头和圆圈`,
    times: zh`用时`,
    evaluations: zh`评估`,
    end: zh`结果`,
  };

  /** @type {WordsFor<SaveWarning>} */
  const saveWarnings = {
    characters: (error) => zh`${worded(writeErrors, error)}，已改用 UTF-8`,
    omitted: (parts) => zh`此格式不能保存：${parts.map((part) => omissions[part]).join(zh`、`)}`,
  };

  /** @type {WordsFor<Problem>} */
  const problems = {
    not_kept: (reason) => zh`现在无法保存设置、解题记录和对局，已保存的内容保持不变：${reason}`,
    set_aside: ({ path, to }) => zh`${path} 已损坏，改名为 ${to}；设置、解题记录和对局重新开始`,
  };

  /** @type {typeof import("./english.js").english} */
  const texts = {
    variant: zh`棋种`,
    newGame: zh`新对局`,
    settings: zh`设置`,
    language: zh`语言`,
    close: zh`关闭`,
    tabs: { game: zh`对局`, moves: zh`棋谱`, puzzles: zh`题目`, position: zh`局面` },
    side: SIDES,
    handicapSide: { black: zh`下手`, white: zh`上手` },
    board: (game) => zh`${game}棋盘`,
    hand: (side) => zh`${side}的持驹`,
    handPiece: (name, side, count) => zh`${side}的持驹，${name}，${count}枚`,
    rank: rankName,
    square: (square, piece) => zh`${squareName(square)}，${piece ?? zh`空格`}`,
    squareNotes: {
      move: zh`可走`,
      capture: zh`可吃`,
      selected: zh`已选`,
      last: zh`最后一手`,
      premove: zh`预走`,
      check: zh`被将军`,
      hinted: zh`提示`,
      wrong: zh`错误着法`,
      goal: zh`目标`,
    },
    piece: (side, name) => zh`${side}的${name}`,
    promotion: zh`升变吗？`,
    promote: (name) => zh`升变为${name}`,
    doNotPromote: (name) => zh`不升变（${name}）`,
    illegal: (reason) => zh`不能这样走：${reason}。`,
    tooLong: zh`内容太长，最多3 MB。`,
    offline: zh`程序已结束或无法连接。正在重试…`,
    unsent: (isMove) => zh`没有连接。恢复后会发送${isMove ? zh`你的着法` : zh`你的操作`}。`,
    lostFor: (seconds) => zh`连接中断了${seconds}秒。`,
    failed: zh`棋盘已停止工作。`,
    restartQuestion: (reason) => zh`棋盘已停止工作（${reason}）。要重新启动吗？对局会保留。`,
    restart: zh`重新启动`,
    notNow: zh`以后再说`,
    newVersion: zh`有新版本。`,
    loadAgain: zh`加载`,
    controls: {
      first: zh`开始局面`,
      previous: zh`上一手`,
      next: zh`下一手`,
      last: zh`最后局面`,
      flip: zh`翻转棋盘`,
      undo: zh`悔棋`,
      askUndo: zh`请求悔棋`,
      hint: zh`提示`,
      pencil: zh`在棋盘上画图`,
      "move-now": zh`立即走棋`,
      resign: zh`认输`,
      draw: zh`提和`,
      agreeDraw: zh`同意和棋`,
      claimWin: zh`宣言胜利`,
      claimDraw: zh`宣言和棋`,
      pause: zh`暂停`,
      resume: zh`继续`,
      toolbar: zh`对局操作`,
      solution: zh`显示答案`,
      "next-puzzle": zh`下一题`,
    },
    confirmResign: zh`要认输吗？`,
    confirmNewGame: zh`这局棋还没下完。要开始新对局吗？`,
    confirmByKey: zh`要开始新对局吗？`,
    confirmReplace: zh`这局棋还没下完。要替换吗？它会留在最近的对局中。`,
    replace: zh`替换`,
    keepPlaying: zh`继续下`,
    exercise: {
      start: (count) => zh`学习棋子的走法（共${count}题）`,
      try: zh`在棋盘上试试`,
      number: (number, count) => zh`练习 ${number}／${count}`,
      tasks: {
        move: (piece) => zh`把${piece}走到标记的格子。`,
        jump: (piece) => zh`让${piece}越过炮架，走到标记的格子。`,
        capture: (piece) => zh`用${piece}吃一枚棋子。`,
        promote: (piece) => zh`把${piece}走进升变区并升变。`,
        drop: (piece) => zh`吃掉的棋子归自己使用：把持驹${piece}打入标记的格子。`,
      },
      next: zh`下一个练习`,
      end: zh`练习到此结束。去下一盘棋，或者解几道题吧。`,
    },
    game: {
      you: zh`执棋`,
      sides: {
        black: zh`先手`,
        white: zh`后手`,
        both: zh`双方（两人对局）`,
        random: zh`随机先后`,
        none: zh`引擎对引擎`,
      },
      strength: zh`引擎棋力`,
      strengths: { level: zh`等级`, elo: zh`等级分` },
      level: (level, name) => zh`等级${level}：${name}`,
      rating: zh`等级分`,
      levelHint: zh`0是初学者，20是全力。`,
      time: zh`时间`,
      times: { move: zh`每手限时`, clock: zh`棋钟` },
      noClocks: zh`不用棋钟`,
      seconds: zh`每手秒数`,
      minutes: zh`每方分钟数`,
      increment: zh`每手加秒`,
      byoyomi: zh`读秒（秒）`,
      handicap: zh`让子`,
      noHandicap: zh`平手`,
      about: zh`规则`,
      origin: (files, ranks, about) => zh`，${files}×${ranks}。${about && zh`${about}。`}`,
      apply: zh`从此局面开始下`,
      pieces: zh`棋子`,
      piecesHint: zh`选择一枚棋子，或把指针停在盘上的棋子上，即可看到它的走法。`,
    },
    players: {
      person: zh`棋手`,
      you: zh`你`,
      other: zh`对方`,
      engine: zh`引擎`,
      level: (level) => zh`引擎（等级${level}）`,
      elo: (elo) => zh`引擎（等级分${elo}）`,
    },
    seats: {
      title: zh`与人对局…`,
      about: zh`两人各用自己的设备对局，棋种为上方所选。`,
      alone: zh`只有这台电脑上的浏览器能打开此链接。要让其他设备加入，请用 --listen 加这台电脑的地址启动 ozutsu board。`,
      aboutLinks: zh`双方每走一手就互相发送链接。棋种为上方所选。`,
      sides: { random: zh`抽签决定先后`, black: zh`先手`, white: zh`后手` },
      start: zh`创建对局`,
      link: (side) => zh`打开此链接的人执${side}。用另一台设备扫描，或发送给对方。`,
      playerLink: zh`给对手的链接`,
      watcherLink: zh`观战链接`,
      watchHint: zh`用下面的链接可以观战：`,
      copy: zh`复制`,
      copied: zh`链接已复制。`,
      playing: (side) => zh`你执${side}，与另一台设备上的人对局。`,
      watching: zh`你正在观看两人的对局。`,
      playingByLink: (side) => zh`你执${side}，用链接对局。`,
      rematch: zh`交换先后再下一局`,
      showLink: zh`显示链接`,
      leave: zh`离开`,
      back: zh`回到上一局`,
      away: zh`未连接`,
      waiting: zh`正在等待对方`,
      asks: {
        draw: zh`对方提和。`,
        take_back: zh`对方请求悔一手棋。`,
        new_game: zh`对方请求交换先后再下一局。`,
      },
      asked: {
        draw: zh`你已提和。`,
        take_back: zh`你已请求悔一手棋。`,
        new_game: zh`你已请求再下一局。`,
      },
      accept: zh`接受`,
      decline: zh`拒绝`,
      withdraw: zh`撤回`,
      sendHint: zh`把这局棋发给对方：`,
      sendBack: zh`发送给对方`,
      sendAbout: (side) => zh`把此链接发给对方（执${side}），对方走棋后会发回新链接。`,
    },
    translation: (translations) => {
      const { ja, en, "zh-Hans": simplified, "zh-Hant": traditional } = translations;
      const [own, other] = script === "simplified" ? [simplified, traditional] : [traditional, simplified];
      return own ?? other ?? (ja && isHanzi(ja) ? hanzi(ja, script) : en);
    },
    move: ({ japanese }) => hanzi(japanese, script),
    typedMove: kanji,
    pieceName: ({ kanji: names, name }, side) => {
      const own = names[side === "white" ? 1 : 0];
      return isHanzi(own) ? hanzi(own, script) : name;
    },
    handicapName: ({ japanese }) => zh`让${hanzi(japanese.replace("落ち", "").replace("枚", "子"), script)}`,
    levels: {
      beginner: zh`入门`,
      novice: zh`初级`,
      casual: zh`中级`,
      club: zh`高级`,
      strong: zh`有段`,
      expert: zh`高段`,
      master: zh`大师`,
      full: zh`全力`,
    },
    rules,
    standings: {
      to_move: (side, sides) => zh`轮到${sides[side]}`,
      in_check: (side, sides) => zh`轮到${sides[side]}，被将军`,
      win_by_impasse: (side, sides) => zh`入玉，${sides[side]}可以宣言胜利`,
      draw_by_impasse: zh`可以判为持将棋`,
      mate: zh`将死`,
      stalemate: zh`无着可走`,
      stalemate_draw: zh`无着可走，和棋`,
      repetition_draw: zh`千日手`,
      repetition_loss: (loser, sides) => zh`千日手，${sides[loser]}负`,
      perpetual_check: (loser, sides) => zh`连续将军的千日手，${sides[loser]}负`,
      goal_reached: (winner, sides) => zh`玉将到达目标，${sides[winner]}胜`,
    },
    hintMove: (text) => zh`提示：${text}`,
    played: (side, text, status) => zh`${side}，${text}。${status}`,
    thinking: zh`思考中…`,
    paused: zh`已暂停`,
    checks: (count, limit) => zh`连续将军：${count}／${limit}次`,
    endReason: ({ winner: side, draw, reason }, sides) => {
      const winner = side ? sides[side] : zh`一方`;
      const loser = side ? sides[side === "black" ? "white" : "black"] : zh`一方`;
      const result = side ? zh`${winner}胜` : draw ? zh`和棋` : zh`未完`;
      /** @type {{ [reason in EndReason]: string }} */
      const reasons = {
        unknown: result,
        other: result,
        resignation: zh`${loser}认输`,
        mate: zh`${loser}被将死`,
        stalemate: draw ? zh`无着可走，和棋` : zh`${loser}无着可走`,
        time: zh`${loser}超时`,
        illegal_move: zh`${loser}犯规`,
        repetition: side ? zh`千日手，${loser}负` : zh`千日手`,
        perpetual_check: zh`${loser}连续将军造成千日手`,
        impasse: zh`持将棋`,
        declaration: zh`${winner}入玉宣言`,
        goal_reached: zh`${winner}的玉将到达目标`,
        move_limit: zh`达到手数上限，和棋`,
        agreement: zh`双方议和`,
        interruption: zh`对局中断`,
        adjudication: draw ? zh`裁定和棋` : zh`裁定${loser}负`,
        abandonment: zh`${loser}放弃对局`,
        no_show: zh`${loser}缺席`,
        no_mate: zh`不诘`,
      };
      return reasons[reason];
    },
    result: (end, sides) => {
      const reason = end.words ?? texts.endReason(end, sides);
      const result = end.winner ? zh`${sides[end.winner]}胜` : end.draw ? zh`和棋` : reason;
      return result === reason ? result : zh`${result}（${reason}）`;
    },
    mistakes: {
      learn: (count) => zh`从失误中学习（${count}手）`,
      title: (number, count) => zh`失误 ${number}／${count}`,
      played: (side, number, text, loss) => zh`${side}第${number}手 ${text}${loss}。`,
      lost: (percent) => zh`使胜率降低了${percent}%`,
      missed: (mate) => zh`错过了${mate}`,
      find: (side) => zh`请在棋盘上为${side}走出更好的着法。`,
      judging: zh`引擎正在判断你的着法…`,
      good: (text) => zh`${text}是好棋。`,
      bad: (text, percent, reply) => zh`${text}使胜率降低${percent}%${reply ? zh`（${reply}）` : ""}。请再试。`,
      better: (line) => zh`更好的走法：${line}`,
      show: zh`显示更好的着法`,
      next: zh`下一个失误`,
      end: zh`完成`,
      stop: zh`停止`,
    },
    recent: {
      title: zh`最近的对局`,
      unfinished: zh`未下完`,
      moves: (count) => zh`${count}手`,
      all: (count) => zh`显示全部${count}局`,
      forget: (title) => zh`删除这局${title}`,
    },
    moves: {
      list: zh`着法`,
      start: zh`开始局面`,
      empty: zh`还没有着法。`,
      variation: zh`变化`,
      type: zh`输入着法`,
      typeHint: zh`７六步、7g7f`,
      promote: zh`设为主变`,
      remove: zh`从此处删除`,
      undoChange: zh`撤销更改`,
      comment: zh`注释`,
      mark: zh`评注`,
      time: zh`该手用时`,
    },
    analysis: {
      title: zh`分析`,
      start: zh`分析`,
      stop: zh`停止分析`,
      lines: zh`候选着法数`,
      mate: zh`搜索诘`,
      stopMate: zh`停止搜索诘`,
      review: zh`复盘`,
      stopReview: zh`停止复盘`,
      depth: (depth) => zh`深度${depth}`,
      speed: (nodes) => zh`${nodes}节点/秒`,
      graph: zh`形势曲线`,
      accuracy: zh`准确率`,
      accuracyHint: zh`100%表示没有一手降低胜率。`,
      marks: { inaccuracies: zh`疑问手`, mistakes: zh`恶手`, blunders: zh`大恶手` },
      symbols: { inaccuracies: "?!", mistakes: "?", blunders: "??" },
      bar: (text) => zh`评估 ${text}`,
      arrows: zh`箭头`,
      off: zh`按“分析”即可显示引擎对当前局面的候选着法。`,
      searching: zh`搜索中…`,
      playLine: zh`走到这里`,
    },
    puzzle: {
      title: (game) => zh`${game}的题目`,
      none: (game, others) => zh`没有${game}的题目。请在上方选择${others.join(zh`、`)}。`,
      about: zh`诘的题目中，攻方每一手都必须将军。正确答案只有一个，但最后一手怎样将死都可以。取胜的题目中，正确的一手远胜于其他着法。`,
      number: (number, count) => zh`第${number}题／共${count}题`,
      ownNumber: (number, count) => zh`自己的题目 ${number}／${count}`,
      task: (side, moves) => zh`${side}走，${2 * moves - 1}手诘`,
      taskWin: (side) => zh`${side}胜`,
      goalWin: (side) => zh`${side}走：找出取胜的着法`,
      goal: (side, moves) => zh`${side}走：${2 * moves - 1}手诘`,
      rating: {
        mate: (difficulty, rating, nodes) => zh`${difficulty}，等级分${rating}：解诘程序需要${nodes}个节点。`,
        win: (difficulty, rating, nodes) => zh`${difficulty}，等级分${rating}：搜索需要${nodes}个节点。`,
      },
      proof: {
        pending: zh`解诘程序正在验证答案…`,
        proven: zh`已由解诘程序验证。`,
        no_mate: zh`有缺陷：答案中有不将军的着法，或者玉方能坚持更久。`,
        shorter: zh`有缺陷：有更短的诘。`,
        second_solution: zh`有缺陷：有余诘。`,
        unknown: zh`未验证：解诘程序超时。`,
        not_applicable: zh`未验证：只验证诘的题目。`,
      },
      goals: zh`目标`,
      goalNames: { mate: zh`诘`, win: zh`取胜` },
      lengths: zh`手数`,
      length: (moves) => (moves === 4 ? zh`7手以上` : zh`${2 * moves - 1}手`),
      difficulty: zh`难度`,
      difficulties: { easy: zh`容易`, medium: zh`中等`, hard: zh`困难` },
      any: (count) => zh`全部（${count}）`,
      counted: (label, count) => zh`${label}（${count}）`,
      empty: zh`没有这种目标、手数和难度的题目。`,
      start: zh`开始`,
      next: zh`下一题`,
      startStreak: zh`挑战连续解题`,
      streakHint: zh`题目越来越难，一题接一题地解。第一次出错就结束。`,
      streak: (solved, isOver) => (isOver ? zh`连续解题结束：解出${solved}题。` : zh`连续解出：${solved}题`),
      bestStreak: (solved) => zh`你的连续解题最高纪录：${solved}题`,
      again: zh`重新开始`,
      hint: zh`提示`,
      solution: zh`显示答案`,
      analyse: zh`分析此局面`,
      right: (text) => zh`${text}正确。`,
      wrong: (text, refutation, defender, reply) => {
        const reasons = {
          no_check: zh`没有将军`,
          reply: zh`${defender}应以${reply}`,
          unknown: zh`${defender}能够逃脱`,
          not_the_solution: zh`不是所求的着法`,
        };
        return refutation ? zh`${text}不正确：${reasons[refutation]}。请再试。` : zh`${text}不正确。正在寻找应着…`;
      },
      solved: ({ wrong_moves: wrong, has_used_hint: hint }) => {
        const help = [hint && zh`用了提示`, wrong > 0 && zh`错${wrong}次`].filter(Boolean);
        return zh`解出了！${help.length ? zh`（${help.join(zh`，`)}）` : ""}`;
      },
      progress: { solved: zh`正确答案：`, given_up: zh`答案：` },
      count: (solved, tried, all) => zh`做过${tried}题，解出${solved}题（共${all}题）`,
      reset: zh`清除记录`,
      confirmReset: (game) => zh`要清除${game}的解题记录吗？`,
      keep: zh`保留`,
      yourRating: (rating, isGuess) => zh`你的等级分：${rating}${isGuess ? zh`（暂定）` : ""}`,
      ratingHint: zh`取决于能否在第一次尝试时不靠提示解出题目。下一题按等级分挑选。`,
      confirmAnalyse: zh`此题还没有解出。要放弃并分析局面吗？`,
      keepSolving: zh`继续解题`,
      solver: zh`你`,
      defender: zh`玉方`,
    },
    ownPuzzles: {
      title: zh`自己的题目`,
      paste: zh`粘贴题目`,
      hint: zh`ozutsu puzzles 输出的带答案的 EPD`,
      read: zh`读入`,
      open: zh`打开文件…`,
      resume: zh`继续自己的题目`,
      invalid: (file) => zh`无法读取${file || zh`此文字`}，没有任何改动：`,
    },
    score: (sign, centipawns) => `${centipawns ? sign : ""}${centipawns}`,
    mateScore: (sign, plies) => (plies ? zh`${sign}诘${plies}` : zh`诘`),
    mate: (plies) => zh`${Math.abs(plies)}手诘`,
    notices: {
      judged: () => "",
      hint: () => zh`提示：请注意这枚棋子。`,
      mate_found: ({ plies }) => zh`有${plies}手诘。`,
      no_mate: () => zh`没有连续将军的诘。`,
      mate_unknown: () => zh`已停止搜索诘。`,
      declined: ({ question }) =>
        ({
          draw: zh`提和被拒绝。`,
          take_back: zh`悔棋被拒绝。`,
          new_game: zh`新对局被拒绝。`,
        })[question],
      imported: ({ variant }, title) => zh`这是${title(variant)}的棋谱。`,
      small_hash: ({ wanted, size }) => zh`内存不足${wanted} MiB，引擎改用${size} MiB。`,
      engine_failed: () => zh`搜索失败。`,
    },
    problems,
    errors,
    positionError,
    recordError,
    saveWarnings,
    files: {
      title: zh`文件`,
      open: zh`打开文件…`,
      unreadable: zh`浏览器无法读取`,
      bad: (name, reason) => zh`无法打开${name}：${reason}。`,
      format: zh`格式`,
      save: zh`保存`,
      all: (count) => zh`全部${count}局`,
      warning: (text) => zh`已保存。${text}`,
      games: (count, name) => zh`${name}${name && zh`中的`}${count}局`,
      headers: zh`棋手和对局信息`,
      fields: { event: zh`赛事`, site: zh`地点`, date: zh`日期`, time_control: zh`用时` },
    },
    position: {
      sfen: "SFEN",
      set: zh`应用`,
      copied: zh`已复制。`,
      copyFailed: zh`请复制这段文字：`,
      exports: { sfen: "SFEN", usi: "USI", pgn: "PGN", kif: "KIF", ki2: "KI2", csa: "CSA" },
      picture: zh`图片（SVG）`,
      png: zh`图片（PNG）`,
      copyPicture: zh`复制图片`,
      copyPictureFailed: zh`此浏览器不允许页面复制图片。请改为保存图片。`,
      link: zh`链接`,
      badLink: (reason) => zh`无法打开链接：${reason}。`,
      share: zh`复制`,
      import: zh`粘贴棋谱或局面`,
      importHint: zh`SFEN、USI、PGN、KIF、KI2、CSA 或一串着法`,
      read: zh`读入`,
      editor: zh`编辑局面`,
      edit: zh`编辑局面`,
      done: zh`分析此局面`,
      play: zh`从此局面开始下`,
      cancel: zh`取消`,
      clear: zh`清空棋盘`,
      palette: zh`要摆放的棋子`,
      remove: zh`移除`,
      sideToMove: zh`轮到`,
      editHint: zh`先选棋子，再点击格子。点击持驹可增加棋子；选中×或按右键则减少。`,
      valid: zh`局面正确。`,
      invalid: (reason) => zh`${reason}。`,
    },
    settingsDialog: {
      title: zh`设置`,
      pieces: zh`棋子`,
      sets: { kanji: zh`汉字（一字）`, kanji2: zh`汉字（两字）`, symbols: zh`图形`, letters: zh`字母和走法标记` },
      board: zh`棋盘`,
      boards: { wood: zh`木纹`, dark: zh`深色木纹`, paper: zh`纸`, green: zh`绿色`, blue: zh`蓝色` },
      hash: zh`引擎内存`,
      sound: zh`声音`,
      animation: zh`棋子平滑移动`,
      premoves: zh`预走：在对方思考时走棋`,
      letterKeys: zh`使用字母键`,
      evaluations: zh`对局中显示评估`,
      theme: zh`配色`,
      themes: { auto: zh`跟随系统`, light: zh`浅色`, dark: zh`深色` },
      hover: zh`指针停在棋子上时显示走法`,
      targets: zh`显示可走的格子`,
      coordinates: zh`坐标`,
      share: zh`在同一网络的其他设备上打开`,
      keys: zh`按键`,
      keyList: [
        ["← → Home End", zh`浏览着法`],
        [zh`方向键、Enter`, zh`在棋盘上选择格子`],
        ["Esc", zh`取消`],
        ["N", zh`新对局`],
        ["F", zh`翻转棋盘`],
        ["U", zh`悔棋，或撤回认输`],
        ["Ctrl+Z", zh`撤销对着法、注释或对局信息的更改`],
        [zh`右键`, zh`画圆圈和箭头（Shift、Alt 换颜色）`],
        ["H", zh`提示`],
        ["A", zh`分析`],
        ["P", zh`下一题`],
        ["M", zh`该格棋子的走法`],
      ],
    },
    movement: {
      promotesTo: (name) => zh`升变为${name}：`,
      legend: { both: zh`走和吃`, quiet: zh`只走不吃`, capture: zh`只吃`, screen: zh`炮架` },
      directions: {
        all: zh`八个方向`,
        orthogonal: zh`上下左右`,
        diagonal: zh`四个斜方向`,
        forward: zh`前`,
        backward: zh`后`,
        sideways: zh`左右`,
        vertical: zh`前后`,
        forwardDiagonal: zh`斜前`,
        backwardDiagonal: zh`斜后`,
        left: zh`左`,
        right: zh`右`,
        forwardLeft: zh`左斜前`,
        forwardRight: zh`右斜前`,
        backwardLeft: zh`左斜后`,
        backwardRight: zh`右斜后`,
      },
      list: (items) => items.join(zh`、`),
      mode: { both: "", quiet: zh`（只走不吃）`, capture: zh`（只吃）` },
      sentence: (range, directions, mode) => zh`向${directions}${range}${mode}`,
      sentences: (sentences) => sentences.map((sentence) => zh`${sentence}。`).join(""),
      step: zh`走一格`,
      slide: zh`走任意格`,
      upTo: (n) => zh`最多走${n}格`,
      hop: zh`恰好越过一个炮架走子`,
      shortHop: zh`越过相邻的炮架走到后一格`,
      jump: zh`越过一个或多个炮架走子`,
      leap: (n) => (n === 1 ? zh`跳到1个格子` : zh`可跳到${n}个格子之一`),
    },
  };
  return texts;
};

export const simplified = chinese("simplified", String.raw);
