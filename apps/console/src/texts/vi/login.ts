import type { login as standard } from '../default/login.ts'
import type { TextsLike } from '../namespaces.ts'

/** Texts of the sign-in page. */
export const login = {
  title: 'Đăng nhập',
  heading: 'Chào mừng trở lại',
  subtitle: 'Đăng nhập vào tài khoản để tiếp tục',
  ended: 'Phiên làm việc đã kết thúc. Hãy đăng nhập lại.',
  endedKept: 'Phiên làm việc đã kết thúc. Hãy đăng nhập lại; nội dung bạn nhập vẫn được giữ.',
  account: 'Tài khoản',
  accountPlaceholder: 'Nhập tên đăng nhập',
  password: 'Mật khẩu',
  passwordPlaceholder: 'Nhập mật khẩu',
  showPassword: 'Hiện mật khẩu',
  hidePassword: 'Ẩn mật khẩu',
  remember: 'Ghi nhớ tài khoản',
  rememberHint: 'Chỉ lưu tên tài khoản trên máy này.',
  submit: 'Đăng nhập',
  submitting: 'Đang đăng nhập...',
  errors: {
    authenticationFailed: 'Xác thực không thành công',
    error: 'Lỗi: {{message}}',
    somethingWrong: 'Đã xảy ra lỗi',
    network: 'Lỗi mạng. Vui lòng kiểm tra kết nối.',
    unexpected: 'Đã xảy ra lỗi ngoài dự kiến',
    tokenExpired: 'Phiên đăng nhập đã hết hạn',
    loginFailed: 'Đăng nhập không thành công',
  },
  provider: {
    signIn: 'Đăng nhập bằng {{name}}',
    refused: {
      providerDown: 'Dịch vụ đăng nhập không trả lời. Hãy thử lại sau giây lát, hoặc đăng nhập bằng mật khẩu.',
      refusedThere: 'Dịch vụ đăng nhập đã từ chối bạn. Hãy thử lại, hoặc hỏi người quản lý dịch vụ đó.',
      interrupted: 'Lần đăng nhập này quá lâu, hoặc được bắt đầu ở thẻ khác. Hãy thử lại.',
      busy: 'Hiện có quá nhiều người đang đăng nhập. Hãy thử lại sau giây lát.',
      emailNotVerified: 'Dịch vụ đăng nhập chưa xác minh địa chỉ email của bạn. Hãy xác minh email ở đó rồi thử lại.',
      noAccount:
        'Bạn chưa có tài khoản ở đây. Hãy nhờ quản trị viên thêm tài khoản với địa chỉ email bạn dùng ở dịch vụ đăng nhập.',
      noCustomer:
        'Dịch vụ đăng nhập không nêu khách hàng nào có ở đây. Hãy nhờ quản trị viên thêm khách hàng đó, hoặc sửa tên ở dịch vụ.',
      notAsHere:
        'Vai trò hoặc khách hàng của bạn ở dịch vụ đăng nhập khác với tài khoản ở đây. Hãy nhờ quản trị viên sửa một trong hai.',
      otherPerson:
        'Tài khoản có địa chỉ email của bạn thuộc về người khác ở dịch vụ đăng nhập. Hãy nhờ quản trị viên xóa tài khoản đó, hoặc đổi địa chỉ của nó.',
      disabled: 'Tài khoản của bạn đã bị vô hiệu hóa. Hãy nhờ quản trị viên kích hoạt lại.',
      failed: 'Đăng nhập không thành công. Hãy thử lại; nếu vẫn không được, lý do nằm trong nhật ký của nền tảng.',
    },
  },
} satisfies TextsLike<typeof standard>
