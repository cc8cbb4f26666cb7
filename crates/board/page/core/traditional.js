// The texts of the page in traditional characters, made from those in simplified ones.

import { chinese } from "./chinese.js";

/** The words that Taiwan has for others of the mainland. */
const WORDS =
  "将军=王手 将死=詰死 打开=開啟 文件=檔案 连字符=連字號 字符=字元 保存=儲存 连接=連線 链接=連結 " +
  "设备=裝置 设置=設定 加载=載入 注释=註釋 评注=評註 信息=資訊 命令=指令 发送=傳送 搜索=搜尋 " +
  "撤销=復原 更改=變更 密钥=金鑰 程序=程式 指针=指標 点击=點選 坐标=座標 创建=建立 粘贴=貼上 " +
  "网络=網路 应用=套用 复制=複製 复盘=復盤 地址=網址 启动=啟動 内存=記憶體 二维码=QR碼 " +
  "电脑的地址=電腦的位址 导出=匯出 线程=執行緒";

/** The characters that differ: the simplified, the traditional. */
const CHARACTERS =
  "变變 层層 后後 负負 复複 胜勝 许許 为為 规規 诘詰 现現 连連 续續 无無 着著 将將 达達 远遠 标標 " +
  "须須 双雙 时時 采採 点點 题題 号號 级級 间間 数數 这這 种種 没沒 样樣 该該 对對 里裡 挡擋 炮砲 " +
  "于於 个個 进進 离離 开開 区區 驹駒 会會 应應 牵牽 动動 经經 结結 “「 ”」 轮輪 内內 确確 余餘 " +
  "从從 写寫 识識 别別 编編 码碼 压壓 缩縮 谱譜 读讀 闭閉 盘盤 暂暫 请請 页頁 观觀 战戰 两兩 关關 " +
  "称稱 还還 删刪 让讓 显顯 难難 长長 来來 选選 择擇 设設 错錯 误誤 头頭 圆圓 评評 记記 录錄 损損 " +
  "坏壞 语語 预預 吗嗎 试試 说說 转轉 画畫 认認 输輸 继繼 换換 学學 习習 练練 过過 并並 归歸 执執 " +
  "随隨 机機 钟鐘 则則 与與 电電 脑腦 浏瀏 览覽 签籤 决決 扫掃 给給 绝絕 门門 师師 议議 断斷 弃棄 " +
  "处處 节節 势勢 线線 准準 问問 恶惡 验驗 证證 纪紀 够夠 脱脫 尝嘗 带帶 败敗 赛賽 图圖 " +
  "辑輯 摆擺 键鍵 减減 汉漢 纹紋 纸紙 绿綠 蓝藍 声聲 统統 浅淺 颜顏 邻鄰 发發 寻尋 载載 启啟 备備 " +
  "链鏈 当當 坚堅 词詞 库庫 论論 隐隱 约約 几幾";

/** @type {Map<string, string>} */
const TRADITIONAL = new Map();
for (const pair of WORDS.split(" ")) {
  const [simplified, traditional] = pair.split("=");
  TRADITIONAL.set(simplified, traditional);
}
for (const [simplified, traditional] of CHARACTERS.split(" ")) TRADITIONAL.set(simplified, traditional);

/** Finds words before their characters, and the longer ones first. */
const DIFFERENT = new RegExp([...TRADITIONAL.keys()].sort((a, b) => b.length - a.length).join("|"), "g");

/** A text in simplified characters with the words and characters of Taiwan. */
export const inTraditional = (/** @type {string} */ text) =>
  text.replace(DIFFERENT, (found) => TRADITIONAL.get(found) ?? found);

export const traditional = chinese("traditional", (parts, ...values) =>
  String.raw({ raw: parts.map(inTraditional) }, ...values),
);
