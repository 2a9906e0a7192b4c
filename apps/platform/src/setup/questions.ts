/**
 * @file Long: one entry a question, in two languages. The questions of a first start, for the command line and the page alike. Their
 * answers are settings.
 */
import { parseBackupAddress } from '../keptBackup/address.ts'
import { type SettingName, type SettingTexts, settingFacts } from '../start/settings.ts'
import { resolve } from 'node:path'

/** Text in the languages of the console. */
export interface Text {
  readonly en: string
  readonly vi: string
}

/** Question whose answer is one setting. */
export interface Question {
  readonly setting: SettingName
  readonly asks: Text
  /** Why it is asked and what to give, in one line. */
  readonly why: Text
  /** Answer that is proposed, and taken where nothing is asked. */
  readonly suggests?: string
  /** Whether no answer is one, too. */
  readonly isOptional?: true
  /** Whether it is asked at all, after the answers before it; default: always. */
  readonly isAsked?: (answers: SettingTexts) => boolean
}

/** Questions that are answered and tried together. */
export interface QuestionGroup {
  /** Name on the command line. */
  readonly name: string
  readonly title: Text
  readonly questions: readonly Question[]
}

/** The group that makes the first account, besides its setting. */
export const ADMINISTRATOR = 'administrator'

/** The groups, in the order in which they are asked. */
export const QUESTION_GROUPS: readonly QuestionGroup[] = [
  {
    name: ADMINISTRATOR,
    title: { en: 'Administrator', vi: 'Quản trị viên' },
    questions: [
      {
        setting: 'adminEmail',
        asks: { en: 'E-mail address', vi: 'Địa chỉ e-mail' },
        why: {
          en: 'The first account, which makes all others. The mail of the test goes there, too.',
          vi: 'Tài khoản đầu tiên, dùng để tạo mọi tài khoản khác. Thư thử cũng gửi đến đây.',
        },
      },
    ],
  },
  {
    name: 'name',
    title: { en: 'Name', vi: 'Tên' },
    questions: [
      {
        setting: 'companyName',
        asks: { en: 'City or operator', vi: 'Thành phố hoặc đơn vị vận hành' },
        why: { en: 'Shown at the foot of every page.', vi: 'Hiển thị ở chân mỗi trang.' },
        isOptional: true,
      },
    ],
  },
  {
    name: 'time-zone',
    title: { en: 'Time zone', vi: 'Múi giờ' },
    questions: [
      {
        setting: 'timeZone',
        asks: { en: 'Time zone of the city', vi: 'Múi giờ của thành phố' },
        why: {
          en: 'Clocks of controllers, plans and reports follow it: a name such as Asia/Ho_Chi_Minh.',
          vi: 'Đồng hồ tủ điều khiển, kế hoạch và báo cáo theo múi giờ này: một tên như Asia/Ho_Chi_Minh.',
        },
        suggests: settingFacts('timeZone').default ?? '',
      },
    ],
  },
  {
    name: 'address',
    title: { en: 'Console', vi: 'Bảng điều khiển' },
    questions: [
      {
        setting: 'publicUrl',
        asks: { en: 'Address in browsers', vi: 'Địa chỉ trên trình duyệt' },
        why: {
          en: 'Such as https://signals.city.example: for links in messages, and for passkeys. Without TLS and a name: none.',
          vi: 'Ví dụ https://signals.city.example: dùng cho liên kết trong thư và khóa truy cập. Chưa có TLS và tên miền: để trống.',
        },
        isOptional: true,
      },
      {
        setting: 'host',
        asks: { en: 'Listens at', vi: 'Lắng nghe tại' },
        why: {
          en: '127.0.0.1 behind a proxy with TLS on this machine, as it should be; 0.0.0.0: from any network, without TLS.',
          vi: '127.0.0.1 khi có proxy TLS trên máy này (nên dùng); 0.0.0.0: từ mọi mạng, không có TLS.',
        },
        suggests: settingFacts('host').default ?? '',
      },
      {
        setting: 'port',
        asks: { en: 'Port', vi: 'Cổng' },
        why: { en: 'The proxy, or the browser, connects to it.', vi: 'Proxy hoặc trình duyệt kết nối vào cổng này.' },
        suggests: settingFacts('port').default ?? '',
      },
    ],
  },
  {
    name: 'controllers',
    title: { en: 'Controllers', vi: 'Tủ điều khiển' },
    questions: [
      {
        setting: 'mqttHost',
        asks: { en: 'Connect to', vi: 'Kết nối tới' },
        why: {
          en: '0.0.0.0: from any network of this machine; else the one address that they reach.',
          vi: '0.0.0.0: từ mọi mạng của máy này; nếu không, một địa chỉ mà tủ kết nối được.',
        },
        suggests: '0.0.0.0',
      },
      {
        setting: 'mqttPort',
        asks: { en: 'Port without TLS', vi: 'Cổng không TLS' },
        why: {
          en: 'MQTT without encryption; off where every controller uses TLS.',
          vi: 'MQTT không mã hóa; off nếu mọi tủ đều dùng TLS.',
        },
        suggests: settingFacts('mqttPort').default ?? '',
      },
      {
        setting: 'mqttsPort',
        asks: { en: 'Port with TLS', vi: 'Cổng TLS' },
        why: {
          en: 'Usually 8883; it needs a certificate and its key. None: controllers use no TLS.',
          vi: 'Thường là 8883; cần chứng chỉ và khóa. Để trống: tủ không dùng TLS.',
        },
        isOptional: true,
      },
      {
        setting: 'tlsCert',
        asks: { en: 'Certificate', vi: 'Chứng chỉ' },
        why: {
          en: "File with the certificate and its chain, PEM, readable by Greenwave's account.",
          vi: 'Tệp chứng chỉ kèm chuỗi, PEM, tài khoản của Greenwave đọc được.',
        },
        isAsked: ({ mqttsPort }) => Boolean(mqttsPort),
      },
      {
        setting: 'tlsKey',
        asks: { en: 'Private key', vi: 'Khóa riêng' },
        why: {
          en: "File with the certificate's private key, PEM, readable by Greenwave's account alone.",
          vi: 'Tệp khóa riêng của chứng chỉ, PEM, chỉ tài khoản của Greenwave đọc được.',
        },
        isAsked: ({ mqttsPort }) => Boolean(mqttsPort),
      },
    ],
  },
  {
    name: 'map',
    title: { en: 'Map', vi: 'Bản đồ' },
    questions: [
      {
        setting: 'tileArchive',
        asks: { en: 'File with the map', vi: 'Tệp bản đồ' },
        why: {
          en: 'An archive of map tiles (.pmtiles), for browsers without internet. None: tiles from an address.',
          vi: 'Kho ô bản đồ (.pmtiles), cho trình duyệt không có internet. Để trống: lấy ô từ một địa chỉ.',
        },
        isOptional: true,
      },
      {
        setting: 'tileUrl',
        asks: { en: 'Address of map tiles', vi: 'Địa chỉ ô bản đồ' },
        why: {
          en: 'Browsers load them from there; none: maps draw the streets between the junctions.',
          vi: 'Trình duyệt tải ô từ đây; none: bản đồ vẽ các đường giữa các nút.',
        },
        suggests: settingFacts('tileUrl').default ?? '',
        isAsked: ({ tileArchive }) => !tileArchive,
      },
    ],
  },
  {
    name: 'mail',
    title: { en: 'Mail', vi: 'Thư' },
    questions: [
      {
        setting: 'smtpUrl',
        asks: { en: 'Mail server', vi: 'Máy chủ thư' },
        why: {
          en: 'For messages about incidents, such as smtps://user:password@mail.city.example:465. None: no e-mail.',
          vi: 'Để gửi tin về sự cố, ví dụ smtps://user:password@mail.city.example:465. Để trống: không gửi e-mail.',
        },
        isOptional: true,
      },
      {
        setting: 'smtpFrom',
        asks: { en: 'Sender', vi: 'Người gửi' },
        why: {
          en: 'Address that mails come from, such as Greenwave <signals@city.example>.',
          vi: 'Địa chỉ gửi thư, ví dụ Greenwave <signals@city.example>.',
        },
        isAsked: ({ smtpUrl }) => Boolean(smtpUrl),
      },
    ],
  },
  {
    name: 'backups',
    title: { en: 'Backups', vi: 'Sao lưu' },
    questions: [
      {
        setting: 'backupTo',
        asks: { en: 'Kept at', vi: 'Lưu tại' },
        why: {
          en: 'Elsewhere, at most a minute behind: a folder of another disk, sftp://… or s3://…. None: nightly on this machine only.',
          vi: 'Nơi khác, trễ tối đa một phút: thư mục trên đĩa khác, sftp://… hoặc s3://…. Để trống: chỉ hằng đêm trên máy này.',
        },
        isOptional: true,
      },
      {
        setting: 'backupKey',
        asks: { en: 'Key', vi: 'Khóa' },
        why: {
          en: 'File of age-keygen that encrypts them; keep a copy elsewhere. None: not encrypted.',
          vi: 'Tệp của age-keygen để mã hóa; giữ một bản ở nơi khác. Để trống: không mã hóa.',
        },
        isOptional: true,
        isAsked: ({ backupTo }) => Boolean(backupTo),
      },
    ],
  },
]

/** All settings that are asked for. */
export const ASKED_SETTINGS: readonly SettingName[] = QUESTION_GROUPS.flatMap(({ questions }) =>
  questions.map(({ setting }) => setting),
)

/** Returns the text as it is stored: paths are absolute, since a service starts elsewhere. */
export function storedText(setting: SettingName, text: string): string {
  if (text === '') return ''
  if (settingFacts(setting).isFile) return resolve(text)
  const address = setting === 'backupTo' ? parseBackupAddress(text) : undefined
  return address?.kind === 'folder' ? address.path : text
}
