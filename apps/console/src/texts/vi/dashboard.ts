import type { dashboard as standard } from '../default/dashboard.ts'
import type { TextsLike } from '../shape.ts'

export const dashboard = {
  title: 'Tổng quan',
  devices: 'Thiết bị',
  search: 'Tìm thiết bị...',
  beyond: 'Ngoài {{shown}} thiết bị đầu tiên',
  searchAll: 'Tìm trong cả {{count}} thiết bị',
  unknown: 'Chưa gán',
  noLabel: 'Chưa có nhãn',
  noDevices: 'Không tìm thấy thiết bị',
  loading: 'Đang tải thiết bị',
  failed: 'Không tải được danh sách thiết bị',
  retry: 'Thử lại',
  connected: 'đang kết nối',
  disconnected: 'mất kết nối',
  lastKnown: 'biết lần cuối',
  welcome: 'Chào mừng đến với {{product}}',
  select: 'Chọn một thiết bị ở thanh bên để xem chi tiết',
  addDevice: 'Thêm thiết bị',
  emptyAdmin:
    'Chưa có thiết bị nào. Hãy thêm thiết bị đầu tiên ở trang Thiết bị: tên, nhãn và thông tin đăng nhập của tủ điều khiển.',
  emptyCustomer: 'Chưa có thiết bị nào được giao cho bạn. Hãy đề nghị người quản trị giao thiết bị.',
  showList: 'Thiết bị',
  shownOf: '{{shown}} / {{total}}',
  notTaken_one: '{{count}} thiết lập chưa được nhận',
  notTaken_other: '{{count}} thiết lập chưa được nhận',
} satisfies TextsLike<typeof standard>
