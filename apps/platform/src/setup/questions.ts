/** @file The questions of a first start, for the command line and the page alike. Their answers are settings. */
import { parseBackupAddress } from '../keptBackup/address.ts'
import { type SettingName, type SettingTexts, settingFacts } from '../start/settings.ts'
import { resolve } from 'node:path'

/** Text in the languages of the console. */
interface Text {
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
