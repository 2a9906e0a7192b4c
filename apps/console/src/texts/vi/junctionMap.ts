import type { junctionMap as standard } from '../default/junctionMap.ts'
import type { TextsLike } from '../shape.ts'

export const junctionMap = {
  title: 'Tất cả nút giao',
  showAll: 'Hiện tất cả',
  open: 'Mở',
  choose: 'Chọn {{name}}',
  chooseInView: 'Chọn tất cả đang thấy',
  failed: 'Không tải được bản đồ. Danh sách vẫn đầy đủ.',
  show: 'Phần hiển thị',
  map: 'Bản đồ',
  list: 'Danh sách',
  several_one: '{{name}} và {{count}} nút khác',
  several_other: '{{name}} và {{count}} nút khác',
  unplaced_one: '{{count}} nút giao chưa có vị trí nên không có trên bản đồ.',
  unplaced_other: '{{count}} nút giao chưa có vị trí nên không có trên bản đồ.',
  noTiles: 'Không tải được nền bản đồ: các dấu vẫn đúng, chỉ thiếu hình nền.',
  summary_one: 'Bản đồ {{count}} nút giao: {{states}}. Danh sách cho biết nút nào.',
  summary_other: 'Bản đồ {{count}} nút giao: {{states}}. Danh sách cho biết nút nào.',
  summaryCalm_one: 'Bản đồ {{count}} nút giao, không có sự cố.',
  summaryCalm_other: 'Bản đồ {{count}} nút giao, không nút nào có sự cố.',
} satisfies TextsLike<typeof standard>
