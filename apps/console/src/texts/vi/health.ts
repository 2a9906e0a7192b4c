import type { health as standard } from '../default/health.ts'
import type { TextsLike } from '../shape.ts'

export const health = {
  codes: {
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
    corridor: 'Đứt làn sóng xanh',
    muted: 'Đã tắt báo',
    ok: 'Đúng chương trình',
    unknown: 'Chưa đánh giá',
    never: 'Chưa từng kết nối',
    'not-watched': 'Không được giám sát',
    other: 'Sự cố',
  },
  counts: {
    danger: '{{number}} nguy hiểm',
    fault: '{{number}} có lỗi',
    deviation: '{{number}} chạy lệch',
    hold: '{{number}} đang giữ đèn hoặc nháy vàng',
  },
  since: 'từ {{time}}',
  until: 'đến {{time}}',
  by: 'bởi {{name}}',
  age: {
    seconds: '{{seconds}} giây',
    minutes: '{{minutes}} phút',
    hours: '{{hours}} giờ {{minutes}} phút',
    days: '{{days}} ngày {{hours}} giờ',
  },
  lastKnown: 'biết lần cuối',
  history: 'Lịch sử',
  historyOf: 'Lịch sử {{junction}} từ lúc đó',
  notWatchedHint:
    'Không có bộ giám sát nào đánh giá nút này. Những gì trang này tự thấy vẫn đúng; phần còn lại không ai theo dõi.',
  modes: { flashing: 'Nháy vàng', route1: 'Tuyến 1', route2: 'Tuyến 2' },
} satisfies TextsLike<typeof standard>
