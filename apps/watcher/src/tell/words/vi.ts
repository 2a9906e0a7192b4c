import type { BrokenWaveFacts } from '@greenwave/contract/records/waves'
import { PHASES } from '@greenwave/controller/controllerLimits'
import type { LampColour } from '@greenwave/controller/lamps'
import { phaseInText } from '@greenwave/controller/phaseNames'
import type { Deviation, IncidentCode, IncidentFacts } from '@greenwave/observer/incident'
import type { NamePhase } from '@greenwave/observer/words'
import type { MessageWords, SaidIncident } from './messageWords.ts'

const COLOURS: Readonly<Record<LampColour, string>> = { red: 'đỏ', yellow: 'vàng', green: 'xanh' }

/** Returns "1", or "1, 2 và 3". */
function list(parts: readonly (number | string)[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} và ${parts.at(-1)}` : parts.join()
}

/** The same sentences as in the console's pack, but for times, which a message says apart. */
const SENTENCES: { readonly [Code in IncidentCode]: (facts: IncidentFacts[Code], named: NamePhase) => string } = {
  conflict: ({ phases }, named) => `Pha ${list(phases.map(named))} cùng được quyền đi một lúc`,
  lamps: ({ phases, lamps }, named) =>
    `Pha ${list(phases.map(named))} sáng ${list(lamps.map((lamp) => COLOURS[lamp]))} cùng lúc`,
  'short-yellow': ({ phases: [phase], seconds, setSeconds }, named) =>
    `Vàng của pha ${named(phase)} là ${seconds} s thay vì ${setSeconds} s`,
  'short-clearance': ({ phases: [phase, next], seconds, setSeconds }, named) =>
    `Chỉ có ${seconds} s giữa pha ${named(phase)} và pha ${named(next)}, đã đặt ${setSeconds} s`,
  dark: ({ phases }, named) =>
    phases.length > 0 && phases.length < PHASES.length ? `Pha ${list(phases.map(named))} tắt đèn` : 'Cả nút tắt đèn',
  'all-red': ({ seconds }) => `Mọi pha đỏ đã ${seconds} s`,
  frozen: () => 'Số đếm ngược đứng yên',
  silent: ({ seconds }) => `Đang kết nối nhưng không có số liệu đèn đã ${seconds} s`,
  offline: () => 'Mất kết nối với tủ điều khiển',
  'countdown-jump': ({ phases: [phase], from, to }, named) =>
    `Số đếm của pha ${named(phase)} ${to < from ? `tụt từ ${from} xuống` : `nhảy từ ${from} lên`} ${to}`,
  'off-plan': deviation,
  'not-taken': ({ settings }) => `${settings} thiết lập chưa được nhận`,
  calendar: ({ runs, day }) =>
    runs === ''
      ? `Không chạy kế hoạch của loại ngày “${day}”`
      : `Chạy kế hoạch của “${runs}” trong khi hôm nay là “${day}”`,
  clock: ({ aheadSeconds }) => `Đồng hồ ${aheadSeconds < 0 ? 'chậm' : 'nhanh'} ${Math.abs(aheadSeconds)} s`,
  hold: ({ mode }) => `${mode === 0 ? 'Nháy vàng' : `Giữ đèn Tuyến ${mode}`}, không ai đặt giờ kết thúc`,
}

function deviation(facts: Deviation, named: NamePhase): string {
  switch (facts.what) {
    case 'cycle':
      return `Chu kỳ chạy ${facts.seconds} s, chương trình ${facts.program} là ${facts.setSeconds} s`
    case 'green':
      return `Pha ${named(facts.phases[0])} xanh ${facts.seconds} s, chương trình ${facts.program} quy định ${facts.setSeconds} s`
    case 'position': {
      const late = `${facts.seconds < 0 ? 'sớm' : 'trễ'} ${Math.abs(facts.seconds)} s`
      return `Pha ${named(facts.phases[0])} ${late} trong chương trình ${facts.program}`
    }
    case 'limits':
      return `Pha ${named(facts.phases[0])} xanh ${facts.seconds} s, giới hạn là ${facts.smallest} đến ${facts.largest} s`
    case 'mode':
      return `Chạy chu kỳ ${facts.seconds} s dù không có chương trình nào hiệu lực`
    case 'plan': {
      const runs = facts.plan === null ? 'Không chạy kế hoạch nào' : `Chạy kế hoạch ${facts.plan}`
      return `${runs}, lịch quy định kế hoạch ${facts.scheduled}`
    }
  }
}

/** Values that go on to change while an incident is open. */
const VALUES: { readonly [Code in IncidentCode]?: (facts: IncidentFacts[Code]) => string } = {
  'all-red': ({ seconds }) => `${seconds} s`,
  silent: ({ seconds }) => `${seconds} s`,
  clock: ({ aheadSeconds }) => `${aheadSeconds < 0 ? 'chậm' : 'nhanh'} ${Math.abs(aheadSeconds)} s`,
}

function sentenceOf<Code extends IncidentCode>(
  code: Code,
  { facts, raised = facts }: { readonly facts: IncidentFacts[Code]; readonly raised?: IncidentFacts[Code] | undefined },
  named: NamePhase,
): string {
  const sentence = SENTENCES[code](facts, named)
  const value = VALUES[code]
  if (!value) return sentence
  const first = value(raised)
  return `${sentence} (lúc báo${first === value(facts) ? '' : `: ${first}`})`
}

/** Returns the Vietnamese sentence of a broken wave, as the console's pack has it. */
function brokenWave(facts: BrokenWaveFacts): string {
  const { direction, seconds, setSeconds, cause, junction = '' } = facts
  const way = direction === 'outbound' ? 'chiều đi' : 'chiều về'
  if (cause === 'offline') return `Không quan sát được làn sóng xanh ${way}: ${junction} mất kết nối`
  const left = `Làn sóng xanh ${way} chỉ còn ${Math.round(seconds)} s trên ${Math.round(setSeconds)} s`
  return `${left}: ${causeText(facts, junction)}`
}

function causeText(facts: BrokenWaveFacts, junction: string): string {
  const { cause, aheadSeconds = 0, mode, plan, scheduled, settings } = facts
  switch (cause) {
    case 'clock':
      return `đồng hồ của ${junction} ${aheadSeconds > 0 ? 'nhanh' : 'chậm'} ${Math.abs(aheadSeconds)} s`
    case 'hold':
      return mode === 0 ? `${junction} đang nháy vàng` : `${junction} đang giữ đèn Tuyến ${mode}`
    case 'kind':
      return `${junction} chưa có thiết lập của loại ngày`
    case 'plan':
      return `${junction} ${plan == null ? 'không chạy kế hoạch nào' : `chạy kế hoạch ${plan}`}, lịch quy định kế hoạch ${scheduled}`
    case 'not-taken':
      return `${junction} chưa nhận ${settings} thiết lập`
    case 'lamps':
      return `đèn của ${junction} bị lỗi`
    case 'step':
      return `${junction} lệch nhịp`
    default:
      return 'nhiều nút lệch nhịp'
  }
}

/** Vietnamese. */
export const vi: MessageWords = {
  levels: { 5: 'Nguy hiểm', 4: 'Lỗi', 3: 'Chạy lệch' },
  names: {
    conflict: 'Xanh xung đột',
    lamps: 'Đèn mâu thuẫn',
    'short-yellow': 'Vàng quá ngắn',
    'short-clearance': 'Giải tỏa quá ngắn',
    dark: 'Tắt đèn',
    'all-red': 'Đỏ toàn bộ',
    frozen: 'Đếm ngược đứng yên',
    silent: 'Không có số liệu đèn',
    offline: 'Mất kết nối',
    'countdown-jump': 'Đếm ngược nhảy số',
    'off-plan': 'Chạy lệch kế hoạch',
    'not-taken': 'Thiết lập chưa được nhận',
    calendar: 'Sai loại ngày',
    clock: 'Lệch đồng hồ',
    hold: 'Đang giữ đèn',
    corridor: 'Đứt làn sóng xanh',
  } satisfies Readonly<Record<SaidIncident['code'], string>>,
  sentence: (incident) =>
    incident.code === 'corridor'
      ? incident.facts
        ? brokenWave(incident.facts)
        : incident.text
      : sentenceOf(incident.code, incident, (phase) => phaseInText(incident.phaseNames ?? [], phase)),
  since: (time) => `Từ ${time}`,
  over: (name) => `Đã hết: ${name}`,
  several: (open, over) => [open > 0 && `${open} sự cố`, over > 0 && `${over} đã hết`].filter(Boolean).join(', '),
  more: (count) => `… và ${count} mục nữa`,
  month: {
    name: (month, year) => `Tháng ${month + 1}/${year}`,
    sentences: {
      good: (month) => `${month} vận hành tốt`,
      fair: (month) => `${month} vận hành khá`,
      poor: (month) => `${month} vận hành kém`,
      unknown: (month) => `${month}: ghi được quá ít nên không đánh giá được`,
    },
    because: (reason, { checked, cycles, programmed, available, missing, incidents, dangers }) => {
      switch (reason) {
        case 'danger':
          return `Có ${dangers} sự cố gây nguy hiểm cho giao thông.`
        case 'asProgrammed':
          return `Chỉ ${programmed} số chu kỳ được đánh giá chạy đúng chương trình.`
        case 'available':
          return `Chỉ ${available} thời gian quan sát được đèn hoạt động đúng.`
        case 'seen':
          return `Chỉ đánh giá được ${checked} trên ${cycles} chu kỳ, và thiếu ${missing} số giây.`
        case null:
          return incidents === 0 ? 'Không có sự cố nào.' : `${incidents} sự cố, không gây nguy hiểm cho giao thông.`
      }
    },
    figures: (of, changes) => [
      `Đúng chương trình: ${of.programmed} (${changes.asProgrammed}). Đánh giá được ${of.checked} trên ${of.cycles} chu kỳ; không tính các chu kỳ trong lúc đèn bị lỗi.`,
      `Sẵn sàng: ${of.available} (${changes.available}). Thiếu ${of.missing} số giây.${of.shown && ` Bộ hiển thị cho thấy đèn trong ${of.shown} số giây; không tính các giây còn lại.`}`,
      `Sự cố: ${of.incidents} (${changes.incidents}), tại ${of.affected} trên ${of.junctions} nút giao, trong đó ${of.dangers} nguy hiểm.`,
      `Đến khi hết: ${of.minutes} (${changes.clear}), trung bình của ${of.cleared} sự cố đã hết.`,
    ],
    junction: ({ dangers, programmed, available, incidents, checked, cycles, shown }) =>
      [
        dangers > 0 && `${dangers} nguy hiểm`,
        `${programmed} đúng chương trình (đánh giá ${checked} trên ${cycles} chu kỳ)`,
        `sẵn sàng ${available}${shown && ` (trên ${shown} số giây)`}`,
        incidents > 0 && `${incidents} sự cố`,
      ]
        .filter(Boolean)
        .join(', '),
    points: { better: (points) => `tốt hơn ${points} điểm %`, worse: (points) => `kém hơn ${points} điểm %` },
    rates: { better: (share) => `ít hơn ${share}`, worse: (share) => `nhiều hơn ${share}` },
    lengths: { better: (minutes) => `ngắn hơn ${minutes}`, worse: (minutes) => `lâu hơn ${minutes}` },
    same: 'như tháng trước',
    noneBefore: 'tháng trước không có',
    unknown: 'không so sánh được',
  },
  open: 'Mở trong bảng điều khiển',
  settings: 'Bạn nhận tin này theo quy tắc của chính bạn. Thay đổi ở Tài khoản, Thông báo.',
  test: {
    subject: 'Tin thử',
    text: 'Đây là tin thử mà bạn đã yêu cầu. Tin về các nút giao sẽ đến theo cách này.',
  },
}
