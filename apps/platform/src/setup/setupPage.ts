/** @file The page of a first start: HTML without scripts, but for the wait at the end. In English and Vietnamese. */
import { type SettingName, type SettingTexts, settingFacts } from '../start/settings.ts'
import { ADMINISTRATOR, QUESTION_GROUPS, type Question, type QuestionGroup, type Text } from './questions.ts'

/** Language of the page. */
export type Language = keyof Text

/** Answers of a form that was sent, and why they are not taken. */
interface Refused {
  readonly texts: SettingTexts
  /** Setting that is wrong; undefined where several are, or none. */
  readonly setting?: SettingName | undefined
  /** Reason, in English. */
  readonly reason: string
  /** Whether the answers are right but failed when they were tried, so that they may be taken all the same. */
  readonly isTried: boolean
}

const WORDS = {
  title: { en: 'Set up Greenwave', vi: 'Thiết lập Greenwave' },
  code: { en: 'Code', vi: 'Mã' },
  codeWhy: {
    en: 'The command greenwave setup --page printed it.',
    vi: 'Lệnh greenwave setup --page đã in mã này.',
  },
  wrongCode: { en: 'This is not the code.', vi: 'Mã không đúng.' },
  next: { en: 'Try and continue', vi: 'Thử và tiếp tục' },
  open: { en: 'Continue', vi: 'Tiếp tục' },
  optional: { en: 'may be left out', vi: 'có thể để trống' },
  anyway: { en: 'Take it all the same', vi: 'Vẫn dùng' },
  kept: { en: 'Set; empty keeps it', vi: 'Đã đặt; để trống để giữ nguyên' },
  remove: { en: 'Leave it out', vi: 'Bỏ' },
  password: { en: 'Password', vi: 'Mật khẩu' },
  passwordWhy: {
    en: '10 characters or more, such as three unrelated words.',
    vi: 'Từ 10 ký tự, ví dụ ba từ không liên quan.',
  },
  again: { en: 'The same again', vi: 'Nhập lại' },
  ready: { en: 'Ready', vi: 'Sẵn sàng' },
  readyWhy: {
    en: 'The settings are written. Greenwave makes the administrator and starts.',
    vi: 'Cài đặt đã được ghi. Greenwave sẽ tạo quản trị viên và khởi động.',
  },
  start: { en: 'Start Greenwave', vi: 'Khởi động Greenwave' },
  starting: { en: 'Greenwave is starting', vi: 'Greenwave đang khởi động' },
  startingWhy: {
    en: 'The sign-in page opens as soon as it is ready. Then add the first controller under Devices.',
    vi: 'Trang đăng nhập mở ngay khi sẵn sàng. Sau đó thêm tủ điều khiển đầu tiên ở mục Thiết bị.',
  },
  signIn: { en: 'Sign in', vi: 'Đăng nhập' },
  other: { en: 'Tiếng Việt', vi: 'English' },
  steps: { en: 'Steps', vi: 'Các bước' },
  answered: { en: 'answered', vi: 'đã trả lời' },
  problem: { en: 'Not taken', vi: 'Chưa được chấp nhận' },
} as const satisfies Record<string, Text>

const STYLE = `
:root{color-scheme:light dark;--bg:#f3f5f8;--surface:#fff;--line:#828d9f;--ink:#111827;--ink2:#475267;--accent:#2f4fc4;--on:#fff;--bad:#b3261e;--badbg:#fbe6e4}
@media(prefers-color-scheme:dark){:root{--bg:#0c1016;--surface:#131923;--line:#7d89a0;--ink:#e8ecf3;--ink2:#aeb8c9;--accent:#8ea6ff;--on:#0c1016;--bad:#ff8a80;--badbg:#3a1715}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}
header{display:flex;justify-content:space-between;align-items:baseline;gap:1rem}
h1{font-size:1.25rem;margin:0}h2{font-size:1.125rem;margin:0 0 1rem}
a{color:var(--accent)}
ol{display:flex;flex-wrap:wrap;gap:.25rem .9rem;list-style:none;margin:1rem 0;padding:0;color:var(--ink2);font-size:.9rem}
[aria-current]{color:var(--ink);font-weight:650}
form,section{background:var(--surface);border-radius:10px;padding:1.25rem}
label{display:block;font-weight:600}
.field{margin:0 0 1.1rem}.field p{overflow-wrap:anywhere;margin:.1rem 0 .35rem;color:var(--ink2);font-size:.9rem}
.check{font-weight:400;display:flex;gap:.5rem;align-items:center;margin:.4rem 0}
input[type=text],input[type=password]{width:100%;min-height:44px;padding:.5rem .7rem;font:inherit;color:inherit;background:var(--surface);border:1px solid var(--line);border-radius:8px}
input[aria-invalid]{border:2px solid var(--bad)}
input[type=checkbox]{width:1.2rem;height:1.2rem;accent-color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{min-height:44px;padding:.5rem 1.1rem;font:inherit;font-weight:600;color:var(--on);background:var(--accent);border:0;border-radius:8px;cursor:pointer}
.bad{color:var(--bad);background:var(--badbg);border-radius:8px;padding:.7rem .9rem;margin:0 0 1rem;overflow-wrap:anywhere}
.tried{color:var(--ink2);margin:0 0 1rem;overflow-wrap:anywhere}
code{overflow-wrap:anywhere;font-size:1.05em}`

/** Returns a text as HTML. */
function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }
  return text.replaceAll(/[&<>"']/g, (character) => `&${names[character] ?? ''};`)
}

/** Returns a page. `nonce` permits its style, and its script where it has one. */
function pageOf(language: Language, nonce: string, path: string, content: string): string {
  const other = language === 'en' ? 'vi' : 'en'
  const title = WORDS.title[language]
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><main>
<header><h1>${title}</h1><a lang="${other}" hreflang="${other}" href="${path}${path.includes('?') ? '&amp;' : '?'}lang=${other}">${WORDS.other[language]}</a></header>
${content}
</main></body></html>
`
}

/** Returns the page that asks for the code. */
export function codePage(language: Language, nonce: string, isWrong: boolean): string {
  return pageOf(
    language,
    nonce,
    '/setup',
    `<ol></ol>
<form method="post" action="/setup/code?lang=${language}">
${isWrong ? problemOf(language, escaped(WORDS.wrongCode[language])) : ''}
<div class="field"><label for="code">${WORDS.code[language]}</label><p id="code-why">${WORDS.codeWhy[language]}</p>
<input type="text" id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-why" required></div>
<button>${WORDS.open[language]}</button></form>`,
  )
}

function problemOf(language: Language, html: string): string {
  return `<p class="bad" role="alert"><strong>${WORDS.problem[language]}.</strong> ${html}</p>`
}

function stepsOf(
  language: Language,
  current: string | undefined,
  isAnswered: (group: QuestionGroup) => boolean,
): string {
  const items = QUESTION_GROUPS.map((group) => {
    const title = escaped(group.title[language])
    if (group.name === current) return `<li aria-current="step">${title}</li>`
    const isDone = isAnswered(group)
    const mark = isDone ? `<span aria-hidden="true">✓ </span>` : ''
    const link = isDone ? `<a href="/setup?group=${group.name}&amp;lang=${language}">${title}</a>` : title
    return `<li>${mark}${link}</li>`
  })
  return `<nav aria-label="${WORDS.steps[language]}"><ol>${items.join('')}</ol></nav>`
}

/** What the page of a group shows besides its questions. */
export interface GroupPage {
  readonly language: Language
  readonly nonce: string
  readonly group: QuestionGroup
  readonly answers: SettingTexts
  readonly isAnswered: (group: QuestionGroup) => boolean
  /** What the step before tried, in English. */
  readonly tried: string | undefined
  readonly refused: Refused | undefined
}

/** Returns the page of a group of questions. */
export function groupPage({ language, nonce, group, answers, isAnswered, tried, refused }: GroupPage): string {
  const texts = refused?.texts ?? {}
  const fields = group.questions.map((question) =>
    fieldOf(language, question, answers, texts[question.setting], refused?.setting === question.setting),
  )
  const wrong = group.questions.find(({ setting }) => setting === refused?.setting)
  const label = wrong ? `${escaped(wrong.asks[language])}: ` : ''
  const reason = refused && problemOf(language, `${label}<span lang="en">${escaped(refused.reason)}</span>`)
  const anyway = refused?.isTried
    ? `<label class="check"><input type="checkbox" name="anyway" value="1">${WORDS.anyway[language]}</label>`
    : ''
  return pageOf(
    language,
    nonce,
    `/setup?group=${group.name}`,
    `${stepsOf(language, group.name, isAnswered)}
<form method="post" action="/setup?group=${group.name}&amp;lang=${language}">
<h2>${escaped(group.title[language])}</h2>
${tried === undefined ? '' : `<p class="tried" lang="en" role="status">${escaped(tried)}</p>`}
${reason ?? ''}
${fields.join('\n')}
${group.name === ADMINISTRATOR ? passwordFields(language) : ''}
${anyway}<button>${WORDS.next[language]}</button></form>`,
  )
}

function fieldOf(
  language: Language,
  question: Question,
  answers: SettingTexts,
  typed: string | undefined,
  isWrong: boolean,
): string {
  const { setting, asks, why, isOptional, suggests } = question
  const { isSecret } = settingFacts(setting)
  const known = answers[setting]
  const isKept = isSecret && Boolean(known)
  const value = isSecret ? '' : (typed ?? known ?? suggests ?? '')
  const note = isKept ? WORDS.kept : isOptional ? WORDS.optional : undefined
  const remove = `<label class="check"><input type="checkbox" name="remove-${setting}" value="1">${WORDS.remove[language]}</label>`
  return `<div class="field"><label for="${setting}">${escaped(asks[language])}${note ? ` (${note[language]})` : ''}</label>
<p id="${setting}-why">${escaped(why[language])}</p>
<input type="${isSecret ? 'password' : 'text'}" id="${setting}" name="${setting}" value="${escaped(value)}" maxlength="4096" autocomplete="${autocompleteOf(setting)}" spellcheck="false" aria-describedby="${setting}-why"${isWrong ? ' aria-invalid="true"' : ''}>${isKept ? remove : ''}</div>`
}

const autocompleteOf = (setting: SettingName): string => (setting === 'adminEmail' ? 'username' : 'off')

function passwordFields(language: Language): string {
  const input = (name: string) =>
    `<input type="password" id="${name}" name="${name}" maxlength="1024" autocomplete="new-password" required aria-describedby="password-why">`
  return `<div class="field"><label for="password">${WORDS.password[language]}</label><p id="password-why">${WORDS.passwordWhy[language]}</p>${input('password')}</div>
<div class="field"><label for="again">${WORDS.again[language]}</label>${input('again')}</div>`
}

/** Returns the page before the start. */
export function readyPage(
  page: Omit<GroupPage, 'group' | 'answers' | 'refused'> & { readonly reason?: string },
): string {
  const { language, nonce, isAnswered, tried, reason } = page
  return pageOf(
    language,
    nonce,
    '/setup',
    `${stepsOf(language, undefined, isAnswered)}
<form method="post" action="/setup/start?lang=${language}"><h2>${WORDS.ready[language]}</h2>
${tried === undefined ? '' : `<p class="tried" lang="en" role="status">${escaped(tried)}</p>`}
${reason === undefined ? '' : problemOf(language, `<span lang="en">${escaped(reason)}</span>`)}
<p>${WORDS.readyWhy[language]}</p><button>${WORDS.start[language]}</button></form>`,
  )
}

/** Returns the last page, which waits until the console answers at an origin. */
export function startingPage(language: Language, nonce: string, origin: string): string {
  const script = `const origin=${JSON.stringify(origin)};const look=()=>fetch(origin+'/readyz',{mode:'no-cors',cache:'no-store'}).then(a=>{if(!a.ok&&a.type!=='opaque')throw a;location.replace(origin+'/login')}).catch(()=>setTimeout(look,500));setTimeout(look,1000)`
  return pageOf(
    language,
    nonce,
    '/setup',
    `<ol></ol><section><h2>${WORDS.starting[language]}</h2><p role="status">${WORDS.startingWhy[language]}</p>
<p><a href="${escaped(origin)}/login">${WORDS.signIn[language]}</a></p></section>
<script nonce="${nonce}">${script.replaceAll('<', '\\u003c')}</script>`,
  )
}
