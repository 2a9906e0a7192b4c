import type { login as standard } from '../default/login.ts'
import type { TextsLike } from '../shape.ts'

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
} satisfies TextsLike<typeof standard>
