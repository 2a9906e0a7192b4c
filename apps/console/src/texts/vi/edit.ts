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
  lock: {
    label: 'Giữ nguyên điều gì',
    clearances: 'Giữ chuyển pha',
    cycle: 'Giữ chu kỳ',
    free: 'Tự do',
    hint: {
      clearances: 'Các pha sau dời theo và chu kỳ thay đổi.',
      cycle: 'Số giây lấy từ xanh của pha khác.',
      free: 'Chỉ giá trị đó thay đổi.',
    },
    extent: 'Áp dụng cho − và +, và khi dời mép. Số bạn gõ chỉ thay đổi ô đó.',
    from: 'Lấy giây từ',
  },
  step: {
    less: 'Pha {{phase}}: bớt {{seconds}} giây xanh',
    more: 'Pha {{phase}}: thêm {{seconds}} giây xanh',
  },
  refused: {
    range: '{{field}} sẽ là {{value}} giây; cho phép {{min}} đến {{max}}.',
    noGreen: 'Pha {{phase}} không đủ xanh để nhường.',
    sameGiver: 'Chính pha {{phase}} đang nhường giây. Hãy chọn pha khác để nhường.',
    first: 'Pha {{phase}} là pha đầu, trước nó không có xanh nào để thay đổi. Hãy chọn Tự do để dời nó.',
    overlap: 'Các pha đang chồng nhau nên không giữ được. Hãy bỏ chồng nhau trước, hoặc chọn Tự do.',
    nothing: 'Chưa có gì thay đổi.',
  },
  mend_one: 'Dời pha {{phases}} đi {{seconds}} giây',
  mend_other: 'Dời các pha {{phases}} đi {{seconds}} giây',
  figures: {
    label: 'Kết quả của chương trình',
    cycle: 'Chu kỳ',
    cycleOf: '{{before}} giây → {{after}} giây',
    green: 'Xanh',
    share: '{{phase}}: {{percent}} %',
    longestRed: 'Đỏ dài nhất',
    redOf: '{{seconds}} giây, {{phase}}',
    runs: 'Chạy',
    never: 'không trong kế hoạch nào',
    plans_one: 'trong kế hoạch {{plans}}',
    plans_other: 'trong các kế hoạch {{plans}}',
    now: 'bây giờ',
    next: 'lần tới lúc {{time}}',
  },
  planStart: {
    at: 'Bắt đầu lúc {{time}}',
    handle: 'Giờ bắt đầu kế hoạch {{plan}}',
    hint: 'Kéo giờ bắt đầu.',
    keys: 'Phím mũi tên cũng dời được.',
  },
} satisfies TextsLike<typeof standard>
