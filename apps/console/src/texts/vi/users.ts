import type { users as standard } from '../default/users.ts'
import type { TextsLike } from '../shape.ts'

export const users = {
  title: 'Người dùng',
  titleOf: 'Người dùng của {{customer}}',
  back: 'Về trang Khách hàng',
  addUser: 'Thêm người dùng',
  asFile: 'Dạng tệp',
  searchPlaceholder: 'Tìm người dùng...',
  searchedAll: 'Tìm trong tất cả người dùng của khách hàng này, theo e-mail',
  noMatchOnPage: 'Không có người dùng nào trên trang này khớp với “{{text}}”.',
  noMatchAnywhere: 'Không có người dùng nào có e-mail chứa “{{text}}”.',

  email: 'E-mail',
  name: 'Tên',
  authority: 'Quyền',
  created: 'Thời điểm tạo',
  actions: 'Thao tác',
  tableCaption: 'Người dùng, trang {{page}}',
  edit: 'Sửa {{email}}',
  setPassword: 'Đặt mật khẩu cho {{email}}',
  setPasswordWord: 'Đặt mật khẩu',
  activated: 'Đã có mật khẩu',
  activatedHint: 'Người dùng tự đổi ở Tài khoản, Bảo mật. Nếu quên, người vận hành hệ thống đặt lại.',
  sessions: 'Phiên đăng nhập của {{email}}',
  delete: 'Xóa {{email}}',

  emptyTitle: 'Chưa có người dùng',
  emptyText:
    'Thêm người dùng rồi đặt mật khẩu: khi đó người ấy đăng nhập được và theo dõi thiết bị của khách hàng này.',
  loadFailed: 'Không tải được danh sách người dùng',

  addTitle: 'Thêm người dùng',
  editTitle: 'Sửa người dùng',
  firstName: 'Tên',
  lastName: 'Họ',
  phone: 'Điện thoại',
  emailRequired: 'Cần nhập e-mail',
  emailInvalid: 'Vui lòng nhập địa chỉ e-mail hợp lệ',
  tooLong: 'Tối đa 255 ký tự',
  saveChanges: 'Lưu thay đổi',
  createFailed: 'Không tạo được người dùng',
  updateFailed: 'Không cập nhật được người dùng',
  createdDone: 'Đã tạo người dùng',
  updatedDone: 'Đã cập nhật người dùng',

  setPasswordTitle: 'Đặt mật khẩu người dùng',
  password: 'Mật khẩu',
  confirmation: 'Nhập lại mật khẩu',
  passwordLength: 'Mật khẩu phải có từ 6 đến 72 ký tự',
  passwordsDiffer: 'Mật khẩu nhập lại không khớp',
  activationLinkFailed: 'Không lấy được liên kết kích hoạt',
  activationLinkInvalid: 'Liên kết kích hoạt không hợp lệ',
  setPasswordFailed: 'Không đặt được mật khẩu',
  passwordSet: 'Đã đặt mật khẩu',

  deleteTitle: 'Xóa người dùng',
  deleteQuestion: 'Bạn có chắc muốn xóa người dùng này không? Thao tác này không thể hoàn tác.',
  deleteFailed: 'Không xóa được người dùng',
  deleted: 'Đã xóa người dùng',

  secondFactor: 'Người dùng này đăng nhập bằng yếu tố thứ hai.',
  removeSecondFactor: 'Gỡ bỏ yếu tố thứ hai',
  removeSecondFactorQuestion:
    'Dùng khi mất điện thoại hoặc khóa: sau đó chỉ cần mật khẩu là đăng nhập được, và mọi phiên của người dùng này kết thúc.',
  secondFactorRemoved: 'Đã gỡ bỏ yếu tố thứ hai',
  removeSecondFactorFailed: 'Không gỡ bỏ được yếu tố thứ hai',
} satisfies TextsLike<typeof standard>
