import { LANGUAGES, type Language } from '@greenwave/contract/languages'
import { type NotifyRules, parseNotifyRules } from '@greenwave/contract/records/notify'
import type { Deviation } from '@greenwave/observer/incident'
import { parseFacts } from '@greenwave/observer/kept'
import { INCIDENT_CODES } from '@greenwave/observer/rules/table'
import { describe, expect, test } from 'vitest'
import { brokenText } from '@greenwave/coordination/observed/brokenText'
import { messageOf, testMessage, WORDS } from './message.ts'
import type { OpenIncident } from './openIncidents.ts'

type OfJunction = Exclude<OpenIncident, { code: 'corridor' }>
const STYLE = { productName: 'Greenwave', publicUrl: 'https://signals.example' }
const rules = (language: Language = 'en'): NotifyRules =>
  parseNotifyRules({ gw: { notify: { language, timeZone: 'Asia/Ho_Chi_Minh' } } }) as NotifyRules
const incident = (nth = 1, over: Partial<OfJunction> = {}): OpenIncident => ({
  ...{ alarmId: `a${nth}`, deviceId: `d${nth}`, code: 'dark', level: 4, sinceMs: Date.parse('2026-11-22T00:12:05Z') },
  ...{ title: `Ngã tư ${nth}`, text: 'Phase 2 is dark', facts: { phases: [2] }, isAcknowledged: false, ...over },
})

describe('a message', () => {
  test('about one incident says where, what, since when by the clock of its receiver, and has a link', () => {
    const { subject, text, push } = messageOf({ open: [incident()], over: [] }, rules(), STYLE)
    expect(subject).toBe('[Greenwave] Fault: Dark, Ngã tư 1')
    expect(text).toContain('Phase 2 is dark\nSince 2026-11-22T07:12:05+07:00\nhttps://signals.example/devices/d1')
    expect(push).toMatchObject({ title: 'Fault: Dark, Ngã tư 1', path: '/devices/d1', tag: 'gw-a1', urgent: false })
  })

  test('about a corridor says what breaks its wave, in both languages, and leads to it', () => {
    const facts = { direction: 'outbound', seconds: 3, setSeconds: 38, cause: 'clock', aheadSeconds: 40 } as const
    const broken: OpenIncident = {
      ...{ alarmId: 'a1', deviceId: 'c1', level: 3, sinceMs: Date.parse('2026-11-22T00:12:05Z'), title: 'Trục chính' },
      ...{ code: 'corridor', facts: { ...facts, junction: 'Ngã tư 2' }, isAcknowledged: false },
      text: brokenText({ ...facts, junction: 'Ngã tư 2' }),
    }
    const english = messageOf({ open: [broken], over: [] }, rules(), STYLE)
    expect(english.push).toMatchObject({ title: 'Deviation: Green wave broken, Trục chính', path: '/corridors/c1' })
    expect(english.text).toContain('3 s of the 38 s green wave outbound are left: the clock of Ngã tư 2 is 40 s ahead')
    const vietnamese = messageOf({ open: [broken], over: [] }, rules('vi'), STYLE)
    expect(vietnamese.subject).toBe('[Greenwave] Chạy lệch: Đứt làn sóng xanh, Trục chính')
    expect(vietnamese.text).toContain('chiều đi chỉ còn 3 s trên 38 s: đồng hồ của Ngã tư 2 nhanh 40 s')
  })

  test('whose incident has a time that no date can show says the rest', () => {
    const { text } = messageOf({ open: [incident(1, { sinceMs: 9e15 }), incident(2)], over: [] }, rules(), STYLE)
    expect(text).toContain('Since –\n')
    expect(text).toContain('Since 2026-11-22T07:12:05+07:00\n')
  })

  test('speaks Vietnamese', () => {
    const { subject, text } = messageOf({ open: [incident()], over: [] }, rules('vi'), STYLE)
    expect(subject).toBe('[Greenwave] Lỗi: Tắt đèn, Ngã tư 1')
    expect(text).toContain('Pha 2 tắt đèn\nTừ 2026-11-22T07:12:05+07:00')
  })

  test('has a value of now and the one when it was raised, in both languages', () => {
    const text = 'Its clock is 8 s ahead (when raised), later 41 s ahead'
    const facts = { aheadSeconds: 41 }
    const clock = incident(1, { code: 'clock', facts, raised: { aheadSeconds: 8 }, text })
    expect(messageOf({ open: [clock], over: [] }, rules(), STYLE).text).toContain(text)
    const textOf = (one: OpenIncident) => messageOf({ open: [one], over: [] }, rules('vi'), STYLE).text
    expect(textOf(clock)).toContain('Đồng hồ nhanh 41 s (lúc báo: nhanh 8 s)')
    expect(textOf(incident(1, { code: 'clock', facts }))).toContain('Đồng hồ nhanh 41 s (lúc báo)')
  })

  test.each([
    ['Not connected\n', { code: 'offline', facts: { sinceMs: 0 }, text: 'Not connected since 07:12' }],
    [
      'Flashing, no end set\n',
      { code: 'hold', facts: { mode: 0, sinceMs: 0 }, text: 'Flashing since 07:12, no end set' },
    ],
    [
      'Held on Tuyến 1, no end set\n',
      { code: 'hold', facts: { mode: 1, sinceMs: 0 }, text: 'Held on Tuyến 1 since 07:12' },
    ],
  ] as const)('has no time but those in the zone of its reader: %s', (said, over) => {
    const berlin = { ...rules(), timeZone: 'Europe/Berlin' }
    const { text, push } = messageOf({ open: [incident(1, over as Partial<OfJunction>)], over: [] }, berlin, STYLE)
    expect(text).toContain(`${said}Since 2026-11-22T01:12:05+01:00`)
    expect(text + push.body).not.toContain('07:12')
  })

  test('about many puts the worst first, has few lines, and counts the others', () => {
    const open = Array.from({ length: 30 }, (_, nth) => incident(nth, nth === 29 ? { level: 5, code: 'conflict' } : {}))
    const over = [{ alarmId: 'o', deviceId: 'd', code: 'clock', since: 1, title: 'X', to: [] }]
    const { subject, text, push } = messageOf({ open, over }, rules(), STYLE)
    expect(subject).toBe('[Greenwave] Danger: 30 incidents, 1 over')
    expect(text.startsWith('Danger: Conflicting green, Ngã tư 29')).toBe(true)
    expect(text).toContain('… and 11 more')
    expect(push.body.split('\n')).toHaveLength(5)
  })

  test('without the address of the console has no links', () => {
    const { text, html } = messageOf({ open: [incident()], over: [] }, rules(), { ...STYLE, publicUrl: undefined })
    expect(text + html).not.toMatch(/http|href/)
  })

  test('takes a name with lines and markup for what it is', () => {
    const title = '<b onload="x">A\r\nBcc: everybody@city.example'
    const { subject, html } = messageOf({ open: [incident(1, { title })], over: [] }, rules(), STYLE)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).toContain('&lt;b onload=&quot;x&quot;&gt;A Bcc:')
  })

  test('that is a test says so', () => {
    expect(testMessage(rules('vi'), STYLE)).toMatchObject({ subject: '[Greenwave] Tin thử', push: { tag: 'gw-test' } })
  })
})

describe('the words of messages', () => {
  test('every incident has a name and a sentence in each language', () => {
    const all = {
      phases: [1, 2],
      lamps: ['red'],
      seconds: 3,
      setSeconds: 4,
      settings: 2,
      aheadSeconds: -41,
      from: 40,
      to: 12,
    }
    for (const code of INCIDENT_CODES) {
      for (const language of LANGUAGES) {
        const words = WORDS[language]
        const said = words.sentence({ code, facts: parseFacts(code, all), text: 'ENGLISH' })
        expect([language, words.names[code], said]).toEqual([language, expect.any(String), expect.any(String)])
        if (language !== 'en') expect(said).not.toMatch(/ENGLISH|undefined|NaN|Pha\s*$/)
      }
    }
  })

  test('Vietnamese ones say in what a junction differs from its plan, and how far', () => {
    const say = (facts: Deviation) => WORDS.vi.sentence({ code: 'off-plan', facts, text: '' })
    expect(say({ what: 'position', program: 2, phases: [3], seconds: -4 })).toBe('Pha 3 sớm 4 s trong chương trình 2')
    expect(
      WORDS.vi.sentence({
        ...{ code: 'conflict', facts: { phases: [1, 3] }, text: '' },
        phaseNames: ['Lê Lợi', undefined, 'Nguyễn Huệ'],
      }),
    ).toBe('Pha 1 (Lê Lợi) và 3 (Nguyễn Huệ) cùng được quyền đi một lúc')
    expect(say({ what: 'plan', plan: null, scheduled: 2 })).toBe('Không chạy kế hoạch nào, lịch quy định kế hoạch 2')
    expect(say({ what: 'cycle', program: 2, seconds: 72, setSeconds: 93 })).toBe(
      'Chu kỳ chạy 72 s, chương trình 2 là 93 s',
    )
  })
})
