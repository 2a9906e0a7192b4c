import type { edit as standard } from '../default/edit.ts'
import type { TextsLike } from '../shape.ts'

export const edit = {
  danger: {
    list: 'Các mối nguy hiểm',
    title: 'Nguy hiểm. Hãy đọc và đánh dấu từng mục',
    code: 'Nhập {{code}} để vẫn gửi dù nguy hiểm',
    why: 'Lý do (bắt buộc vì có nguy hiểm)',
    dangerous: 'Nguy hiểm ngoài đường.',
  },
  effect: {
    none: 'Đèn giữ nguyên như hiện nay.',
    mode: 'Đèn đổi ngay khi tủ điều khiển nhận được.',
    held: 'Đèn giữ nguyên cho đến khi chế độ trở lại tự động.',
    now: 'Đèn đổi khi hết chu kỳ đang chạy.',
    later: 'Đèn giữ nguyên cho đến {{time}}.',
    waits: 'Chưa có gì thay đổi cho đến khi tủ điều khiển trực tuyến.',
  },
} satisfies TextsLike<typeof standard>
