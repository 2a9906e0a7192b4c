import type { find as standard } from '../default/find.ts'
import type { TextsLike } from '../shape.ts'

/** Texts of the palette in Vietnamese. */
export const find = {
  title: 'Tìm mọi thứ',
  field: 'Nút giao, sự cố, khách hàng, trang, thao tác',
  clear: 'Xóa',
  results: 'Kết quả',
  searching: 'Đang tìm',
  found_one: 'Tìm thấy {{count}}',
  found_other: 'Tìm thấy {{count}}',
  nothing: 'Không có gì tên là “{{text}}”.',
  keys: '↑ ↓ di chuyển · Enter mở · Esc đóng',

  junctions: 'Nút giao',
  incidents: 'Sự cố',
  corridors: 'Tuyến phối hợp',
  customers: 'Khách hàng',
  pages: 'Trang',
  actions: 'Thao tác',
  allJunctions: 'Tất cả nút giao có “{{text}}”',
  allCorridors: 'Tất cả tuyến phối hợp có “{{text}}”',
  allCustomers: 'Tất cả khách hàng có “{{text}}”',
  junctionsFailed: 'Không tải được danh sách thiết bị',
  incidentsFailed: 'Không tải được danh sách sự cố',
  corridorsFailed: 'Không tải được danh sách tuyến phối hợp',
  customersFailed: 'Không tải được danh sách khách hàng',

  incident: '{{junction}} · {{level}} · từ {{since}}',
  level: { danger: 'nguy hiểm', fault: 'lỗi', deviation: 'chạy lệch' },

  compare: 'So sánh cấu hình',
  files: {
    settings: 'Cấu hình dạng tệp',
    devices: 'Thiết bị dạng tệp',
    customers: 'Khách hàng dạng tệp',
    users: 'Người dùng dạng tệp',
  },
  // Words by which these pages are found, too; settingsOut: by those who may send nothing.
  fileWords: {
    settings: 'gửi tải lên nhập tải xuống xuất lưu sao lưu tập tin file CSV JSON Excel bảng tính',
    settingsOut: 'tải xuống xuất lưu sao lưu tập tin file CSV JSON Excel bảng tính',
    list: 'tải lên nhập tải xuống xuất lưu danh sách tập tin file CSV Excel bảng tính',
  },
  past: 'Đã qua',
  wall: 'Màn hình lớn',
  profile: 'Hồ sơ',
  security: 'Bảo mật',
  notifications: 'Thông báo',
  addDevice: 'Thêm thiết bị',
  addCustomer: 'Thêm khách hàng',
  addCorridor: 'Thêm tuyến phối hợp',
  addRollout: 'Thay đổi mới cho nhiều nút giao',
  causeFault: 'Bản trình diễn: gây lỗi trên nút này',
} satisfies TextsLike<typeof standard>
