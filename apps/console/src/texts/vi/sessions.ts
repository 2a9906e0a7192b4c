import type { sessions as standard } from '../default/sessions.ts'
import type { TextsLike } from '../shape.ts'

export const sessions = {
  title: 'Nơi bạn đang đăng nhập',
  titleOf: 'Nơi {{email}} đang đăng nhập',
  thisOne: 'Phiên này',
  unknownClient: 'Trình duyệt hoặc chương trình không rõ',
  unknownAddress: 'địa chỉ không rõ',
  since: 'từ {{time}}',
  lastUsed: 'dùng lần cuối {{time}}',
  openedBy: 'Do {{email}} mở khi đăng nhập thay người dùng này',
  signOut: 'Đăng xuất',
  signOutOf: 'Đăng xuất {{browser}}, {{address}}',
  signOutElsewhere: 'Đăng xuất ở nơi khác',
  signOutEverywhere: 'Đăng xuất ở mọi nơi',
  elsewhereQuestion:
    'Mọi trình duyệt và chương trình khác đang dùng tài khoản này sẽ phải đăng nhập lại, kể cả màn hình giám sát treo tường.',
  nowhereElse: 'Bạn không đăng nhập ở nơi nào khác.',
  unknownHint: 'Có nơi nào lạ không? Hãy đăng xuất nơi đó rồi đổi mật khẩu.',
  nowhere: 'Không đăng nhập ở đâu.',
  signedOut: 'Đã đăng xuất ở đó',
  signedOutElsewhere: 'Đã đăng xuất ở mọi nơi khác',
  signedOutEverywhere: 'Đã đăng xuất ở mọi nơi',
  loadFailed: 'Không tải được danh sách nơi đăng nhập',
  endFailed: 'Không đăng xuất được ở đó',
} satisfies TextsLike<typeof standard>
