import type { shell as standard } from '../default/shell.ts'
import type { TextsLike } from '../shape.ts'

export const shell = {
  skipToContent: 'Chuyển đến nội dung',
  mainNavigation: 'Điều hướng chính',
  dashboard: 'Bảng điều khiển',
  devices: 'Thiết bị',
  customers: 'Khách hàng',
  find: 'Tìm mọi thứ',
  userMenu: 'Menu người dùng',
  tenantAdmin: 'Quản trị viên',
  user: 'Người dùng',
  account: 'Tài khoản',
  signOut: 'Đăng xuất',
  theme: 'Giao diện',
  themeAuto: 'Theo hệ thống',
  themeLight: 'Sáng',
  themeDark: 'Tối',
  language: 'Ngôn ngữ',
  loadingSession: 'Đang tải phiên làm việc',
  loadingPage: 'Đang tải',
  live: {
    off: 'Ngoại tuyến',
    connecting: 'Đang kết nối',
    live: 'Trực tiếp',
    retrying: 'Đang kết nối lại',
    lost: 'Mất trực tiếp',
    refused: 'Mất trực tiếp',
  },
  banner: {
    lost: 'Mất dữ liệu trực tiếp. Dữ liệu hiển thị có thể đã cũ.',
    retrying: 'Đang kết nối lại, lần {{attempt}} trên {{attempts}}.',
    connecting: 'Đang kết nối lại.',
    refused: 'Nền tảng từ chối kết nối: {{reason}}',
    noReason: 'không nêu lý do',
    reconnect: 'Kết nối lại',
  },
  clock: {
    ahead: 'Đồng hồ của nền tảng bị lệch, đang nhanh {{length}}.',
    behind: 'Đồng hồ của nền tảng bị lệch, đang chậm {{length}}.',
    advice:
      'Tạm thời không có gì hết hạn; thời gian của dữ liệu được lưu lúc này có thể sai. Hãy chỉnh lại đồng hồ của nền tảng. Nếu đồng hồ đã đúng, thông báo này sẽ tự hết trong vòng một ngày.',
  },
  kept: {
    label: 'Nội dung đã giữ lại',
    text: 'Nội dung bạn nhập trong “{{title}}” khi phiên làm việc kết thúc vẫn được giữ.',
    goOn: 'Tiếp tục phần đang nhập',
    discard: 'Bỏ',
  },
  printed: 'In lúc {{time}} ({{zone}}), tài khoản {{account}}',
  notFound: {
    title: 'Không tìm thấy trang',
    text: 'Không có gì ở địa chỉ này.',
    home: 'Về bảng điều khiển',
  },
  noPermission: {
    title: 'Không có quyền',
    text: 'Tài khoản của bạn không được mở trang này.',
    home: 'Về bảng điều khiển',
  },
  noConnection: {
    title: 'Không có kết nối',
    text: 'Trang này chưa được tải và nền tảng không trả lời. Trang sẽ tự mở khi có kết nối trở lại.',
  },
  newVersion: {
    title: 'Thiếu một phần của bảng điều khiển',
    text: 'Nền tảng có trả lời nhưng không tải được một phần của trang này: có lẽ bảng điều khiển vừa được nâng cấp. Hãy tải lại trang.',
  },
  error: {
    title: 'Trang này gặp lỗi',
    text: 'Đã xảy ra lỗi ngoài dự kiến; dữ liệu trên nền tảng không bị ảnh hưởng.',
    retry: 'Thử lại',
    reload: 'Tải lại',
    details: 'Chi tiết kỹ thuật',
  },
} satisfies TextsLike<typeof standard>
