import type { common as standard } from '../default/common.ts'
import type { TextsLike } from '../shape.ts'

export const common = {
  cancel: 'Hủy',
  saving: 'Đang lưu...',
  confirm: 'Xác nhận',
  dismiss: 'Hủy',
  discardQuestion: 'Bỏ nội dung đã nhập?',
  discardText: 'Trang này còn nội dung đã nhập mà chưa lưu.',
  keepEditing: 'Tiếp tục nhập',
  discard: 'Bỏ',
  unanswered:
    'Chưa có trả lời. Không biết đã lưu hay chưa: hãy rời khỏi đây và xem lại danh sách hoặc trang trước khi thử lại.',
  leave: 'Rời khỏi',
  close: 'Đóng',
  retry: 'Thử lại',
  loading: 'Đang tải',
  clearSearch: 'Xóa tìm kiếm',
  previous: 'Trước',
  next: 'Sau',
  page: 'Trang {{page}}',
  never: 'Chưa bao giờ',
  permissionDenied: 'Bạn không có quyền thực hiện việc này.',
  showing: 'Hiển thị {{from}} đến {{to}} trên {{total}} kết quả',
  pages: 'Các trang',
  showPassword: 'Hiện mật khẩu',
  hidePassword: 'Ẩn mật khẩu',
  loadNewer: 'Tải trạng thái mới hơn',
  keptTyped: 'Chưa có gì bị ghi đè, nội dung bạn nhập vẫn còn. Hãy tải trạng thái mới hơn, xem lại rồi lưu.',
  savedMeanwhile: 'Người khác vừa lưu',
  newerLoaded: 'Đã tải trạng thái mới hơn, nội dung bạn nhập vẫn còn. Hãy lưu lại để ghi nhận.',
} satisfies TextsLike<typeof standard>
