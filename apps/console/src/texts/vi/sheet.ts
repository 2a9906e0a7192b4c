import type { sheet as standard } from '../default/sheet.ts'
import type { TextsLike } from '../shape.ts'

/** Texts of the timing sheet: one page of paper for the door of a junction's cabinet. */
export const sheet = {
  title: 'Phiếu thời gian',
  titleOf: 'Phiếu thời gian: {{junction}}',
  toJunction: 'Nút giao',
  toFile: 'Cấu hình dạng tệp',
  print: 'In',
  hint: 'Một trang A4 dán ở cửa tủ điều khiển.',

  customer: 'Khách hàng',
  place: 'Vị trí',
  version: 'Phiên bản',
  versionOf: '{{time}} · {{code}}',
  versionHint: 'Hai phiếu cùng mã thì có cùng cấu hình.',
  lastChange: 'Thay đổi gần nhất có ghi lại',
  lastChangeOf: '{{time}}, {{who}}',
  clearance: 'Sau mỗi đèn xanh',
  clearanceOf: 'vàng {{yellow}} giây, rồi đỏ toàn bộ {{redClearance}} giây',
  controller: 'Tủ điều khiển',
  reports: 'báo cáo đúng toàn bộ cấu hình này',
  notTaken_one: 'chưa xác nhận {{count}} thiết lập trong số này',
  notTaken_other: 'chưa xác nhận {{count}} thiết lập trong số này',
  noReport: 'không báo cáo gì: không biết đã có cấu hình này hay chưa',
  lastKnown: 'Đây là cấu hình biết được lần cuối: đang mất kết nối với nền tảng.',
  code: 'Mã để quét: trang của nút giao này',

  plans: 'Kế hoạch trong ngày',
  plan: 'Kế hoạch',
  from: 'Từ',
  until: 'Đến',
  program: 'Chương trình',
  cycle: 'Chu kỳ',
  flashing: 'nháy vàng',
  noPlans: 'Không có kế hoạch nào có hiệu lực: đèn nháy vàng cả ngày.',
  outOfPlay: 'Không có hiệu lực: {{plans}}',

  modes: 'Chế độ',
  modeNow: 'Chế độ: {{mode}}',
  modeUnset: 'Chế độ: chưa từng đặt',
  meaning: {
    flashing: 'tất cả đèn nháy vàng',
    route1: 'pha 1 giữ đèn xanh',
    route2: 'pha 2 giữ đèn xanh',
    automatic: 'chạy theo kế hoạch trong ngày',
  },

  programs: 'Chương trình đang dùng',
  programName: 'Chương trình {{program}}',
  start: 'Bắt đầu',
  green: 'Xanh',

  notes: 'Ghi chú',
  checkedBy: 'Người kiểm tra',
  date: 'Ngày',
  signature: 'Chữ ký',
} satisfies TextsLike<typeof standard>
