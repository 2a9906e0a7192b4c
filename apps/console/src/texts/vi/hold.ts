import type { hold as standard } from '../default/hold.ts'
import type { TextsLike } from '../shape.ts'

export const hold = {
  label: 'Kết thúc',
  endsNow: 'ngay',
  ends: {
    longer: 'thêm 1 giờ',
    quarter: 'sau 15 phút',
    hour: 'sau 1 giờ',
    nextPlan: 'khi sang kế hoạch kế tiếp',
    time: 'vào một thời điểm',
    never: 'không tự kết thúc',
  },
  at: '{{end}} · {{time}}',
  noNextPlan: '{{end}} · không có kế hoạch khác',
  time: 'Thời điểm kết thúc',
  timeHint: 'Ngày giờ của máy tính này, trong vòng 31 ngày tới.',
  afterwards: 'Đến {{time}}, sau đó tự động trở lại, kể cả khi không có bảng điều khiển nào mở.',
  notWatched: 'Hiện không có bộ giám sát: việc giữ đèn sẽ kết thúc khi bộ giám sát chạy lại.',
  held: '{{mode}} đến {{time}}',
  heldOn: '{{mode}} không có thời điểm kết thúc',
  by: 'bởi {{name}}',
  nextEnds: 'lượt gần nhất kết thúc lúc {{time}}',
  extend: 'Gia hạn',
  endNow: 'Kết thúc ngay',
  changed: 'Việc giữ đèn đã bị thay đổi từ khi mở hộp thoại này. Hiện tại: {{hold}}.',
  none: 'không giữ đèn',
} satisfies TextsLike<typeof standard>
