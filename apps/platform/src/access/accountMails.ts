/** Mails about accounts, in Vietnamese and English: the platform does not know which language a user reads. */
import { parseMailServer } from '@greenwave/client/program/mailServer'
import { createMailTransport, type MailTransport } from '@greenwave/client/program/mailTransport'
import type { FastifyBaseLogger } from 'fastify'

/** The mail server of an installation, as `GREENWAVE_SMTP_URL` and `GREENWAVE_SMTP_FROM` name it. */
export interface MailOptions {
  readonly url: string
  readonly from: string
}

/** A user's old and new e-mail address. */
interface Addresses {
  readonly old: string
  readonly new: string
}

/** Sends mails about accounts. A mail that cannot be sent is logged; the caller does not wait for it. */
export interface AccountMails {
  /** Whether links can be mailed: that needs a mail server, and an address of the console that no caller can choose. */
  readonly canSendLinks: boolean
  /** Mails the link that confirms a new address, to that address. */
  confirmation(addresses: Addresses, token: string): void
  /** Reports a requested change to the old address. */
  requested(addresses: Addresses): void
  /** Reports a change that was made to the old address. */
  changed(addresses: Addresses): void
  close(): void
}

interface AccountMailsParts {
  readonly mail: MailOptions | undefined
  readonly publicUrl: string | undefined
  readonly productName: string
  readonly log: FastifyBaseLogger
}

/** The console's page that confirms a new address. The token is in the fragment, which no server sees. */
const CONFIRM_PATH = '/login/confirmEmail#'

/** Creates the mails of an installation; without a mail server nothing is sent. */
export function createAccountMails({ mail, publicUrl, productName, log }: AccountMailsParts): AccountMails {
  const server = mail && parseMailServer(mail.url)
  const transport: MailTransport | undefined = mail && server && createMailTransport(server, mail.from)
  function send(to: string, subject: string, paragraphs: readonly string[]): void {
    transport
      ?.send({ to, subject: `${productName}: ${subject}`, text: `${paragraphs.join('\n\n')}\n` })
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        log.warn(
          { why: server?.password ? why.replaceAll(server.password, '…') : why },
          'Sending a mail about an account failed',
        )
      })
  }
  return {
    canSendLinks: transport !== undefined && publicUrl !== undefined,
    confirmation: (addresses, token) =>
      send(addresses.new, 'xác nhận địa chỉ e-mail / confirm your e-mail address', [
        `Tài khoản ${addresses.old} yêu cầu dùng địa chỉ e-mail này. Mở liên kết sau trong vòng 3 ngày để xác nhận:`,
        `The account ${addresses.old} requested to use this e-mail address. Open this link within 3 days to confirm it:`,
        `${publicUrl}${CONFIRM_PATH}${token}`,
        'Nếu bạn không yêu cầu, hãy bỏ qua thư này. / If you did not request this, ignore this mail.',
      ]),
    requested: (addresses) =>
      send(addresses.old, 'yêu cầu đổi địa chỉ e-mail / change of your e-mail address requested', [
        `Tài khoản của bạn yêu cầu đổi địa chỉ e-mail thành ${addresses.new}. Địa chỉ mới chỉ có hiệu lực sau khi được xác nhận. Nếu không phải bạn yêu cầu, hãy đổi mật khẩu ngay (việc này cũng hủy yêu cầu) và báo cho quản trị viên.`,
        `Your account requested the new e-mail address ${addresses.new}. It takes effect once it is confirmed. If you did not request this, change your password now, which also cancels the request, and tell your administrator.`,
      ]),
    changed: (addresses) =>
      send(addresses.old, 'đã đổi địa chỉ e-mail / e-mail address changed', [
        `Địa chỉ e-mail của tài khoản là ${addresses.new} từ bây giờ; hãy đăng nhập bằng địa chỉ này. Nếu không phải bạn yêu cầu, hãy báo ngay cho quản trị viên.`,
        `The e-mail address of your account is ${addresses.new} from now on; sign in with it. If you did not request this, tell your administrator at once.`,
      ]),
    close: () => transport?.close(),
  }
}
