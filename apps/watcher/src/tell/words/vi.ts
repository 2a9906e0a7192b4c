import type { MessageWords } from './messageWords.ts'

type Facts = Readonly<Record<string, unknown>>

const number = (facts: Facts, name: string): number => {
  const value = facts[name]
  return typeof value === 'number' ? value : 0
}

/** Returns "pha 1" or "pha 1, 2 và 3". */
function phases({ phases: all }: Facts): string {
  const names = Array.isArray(all) ? all.filter((phase) => typeof phase === 'number') : []
  return `pha ${names.length > 1 ? `${names.slice(0, -1).join(', ')} và ${names.at(-1)}` : names.join()}`
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const SENTENCES: Readonly<Record<string, (facts: Facts) => string>> = {
  conflict: (facts) => `${capital(phases(facts))} cùng có đường đi một lúc`,
  lamps: (facts) => `${capital(phases(facts))} sáng hai màu cùng lúc`,
  'short-yellow': (facts) =>
    `Đèn vàng của ${phases(facts)} chỉ ${number(facts, 'seconds')} giây, cài đặt là ${number(facts, 'setSeconds')} giây`,
  'short-clearance': (facts) =>
    `Chỉ ${number(facts, 'seconds')} giây giải tỏa giữa ${phases(facts)}, cài đặt là ${number(facts, 'setSeconds')} giây`,
  dark: (facts) =>
    Array.isArray(facts.phases) && facts.phases.length < 3 ? `${capital(phases(facts))} tắt đèn` : 'Nút giao tắt đèn',
  'all-red': (facts) => `Mọi pha đều đỏ đã ${number(facts, 'seconds')} giây`,
  frozen: () => 'Các số đếm ngược đứng yên',
  silent: (facts) => `Vẫn kết nối nhưng không có số liệu đèn đã ${number(facts, 'seconds')} giây`,
  offline: () => 'Mất kết nối với tủ điều khiển',
  'countdown-jump': (facts) =>
    `Đếm ngược của ${phases(facts)} nhảy từ ${number(facts, 'from')} sang ${number(facts, 'to')}`,
  'off-plan': () => 'Đèn không chạy đúng theo thiết lập',
  'not-taken': (facts) => `${number(facts, 'settings')} thiết lập chưa được nhận`,
  clock: (facts) => {
    const ahead = number(facts, 'aheadSeconds')
    return `Đồng hồ ${ahead < 0 ? 'chậm' : 'nhanh'} ${Math.abs(ahead)} giây`
  },
  hold: () => 'Đang giữ đèn hoặc nháy vàng, chưa hẹn giờ kết thúc',
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
    clock: 'Lệch đồng hồ',
    hold: 'Đang giữ đèn',
  },
  sentence: (code, facts, text) => SENTENCES[code]?.(facts) ?? text,
  since: (time) => `Từ ${time}`,
  over: (name) => `Đã hết: ${name}`,
  several: (open, over) => [open > 0 && `${open} sự cố`, over > 0 && `${over} đã hết`].filter(Boolean).join(', '),
  more: (count) => `… và ${count} mục nữa`,
  open: 'Mở trong bảng điều khiển',
  settings: 'Bạn nhận tin này theo quy tắc của chính bạn. Thay đổi ở Tài khoản, Thông báo.',
  test: {
    subject: 'Tin thử',
    text: 'Đây là tin thử mà bạn đã yêu cầu. Tin về các nút giao sẽ đến theo cách này.',
  },
}
