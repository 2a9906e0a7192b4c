import type { healthHelp as standard } from '../default/healthHelp.ts'
import type { TextsLike } from '../shape.ts'

export const healthHelp = {
  means: {
    conflict: 'Hai pha được quyền đi cùng một lúc.',
    lamps: 'Một pha sáng hai màu cùng lúc, người lái xe không biết phải theo màu nào.',
    'short-yellow': 'Đèn vàng ngắn hơn thời gian đã đặt, hoặc bị bỏ qua.',
    'short-clearance': 'Một pha được bật xanh khi đường chưa giải tỏa xong.',
    dark: 'Đèn lẽ ra phải sáng nhưng đang tắt, trong khi tủ vẫn đếm.',
    'all-red': 'Mọi pha đều đỏ lâu hơn chương trình quy định: không ai được đi.',
    frozen: 'Số đếm ngược không thay đổi nữa. Có thể đèn bị treo, hoặc chỉ số liệu tủ báo về bị treo.',
    silent: 'Tủ đang kết nối nhưng không gửi trạng thái đèn, nên không ai thấy ngoài đường đang hiện gì.',
    offline: 'Nền tảng mất kết nối với tủ. Tủ vẫn chạy theo thiết lập cuối cùng nhưng không ai thấy.',
    'countdown-jump': 'Số đếm ngược nhảy trong khi đèn không đổi: người đi đường thấy số giây sai.',
    'off-plan': 'Ngoài đường không chạy đúng như thiết lập.',
    'not-taken': 'Tủ không báo lại những thiết lập đã gửi.',
    clock: 'Đồng hồ của tủ bị lệch nên kế hoạch bắt đầu sai giờ và làn sóng xanh bị đứt.',
    hold: 'Nút đang bị giữ đèn hoặc nháy vàng, chương trình không chạy.',
    corridor: 'Trong năm chu kỳ liền, làn sóng xanh của một tuyến phối hợp không còn được một nửa.',
    muted: 'Có người đã tắt báo của nút này. Sự cố vẫn được hiện, nhưng không được đếm và không được báo.',
    other: 'Bộ giám sát báo một sự cố mà giao diện này chưa biết.',
  },
  act: {
    conflict: 'Cử người đến ngay. Trong lúc chờ, chuyển nút sang nháy vàng và xem tủ có nghe lệnh không.',
    lamps: 'Cử người đến ngay. Trong lúc chờ, chuyển nút sang nháy vàng và xem tủ có nghe lệnh không.',
    'short-yellow': 'So thời gian vàng của tủ với thiết lập. Nếu lặp lại, chuyển sang nháy vàng và cho kiểm tra tủ.',
    'short-clearance':
      'So thời gian đỏ giải tỏa với thiết lập và xem lại các thời điểm bắt đầu của chương trình. Nếu lặp lại, chuyển sang nháy vàng.',
    dark: 'Cho kiểm tra bóng, cầu chì và cáp. Người lái xe không thấy tín hiệu nào ở đó.',
    'all-red': 'Gửi lại chương trình, hoặc chuyển sang nháy vàng. Nếu vẫn đỏ, cử người đến.',
    frozen: 'Xem camera hoặc hỏi người tại hiện trường, rồi cho khởi động lại tủ.',
    silent: 'Cho kiểm tra liên kết giữa bộ truyền và tủ tín hiệu. Trong lúc đó tủ vẫn tự chạy.',
    offline: 'Kiểm tra đường truyền và nguồn điện. Nếu nhiều nút mất cùng lúc, có lẽ do chung một đường truyền.',
    'countdown-jump': 'Xem chương trình hoặc đồng hồ của tủ có vừa bị đổi không; nếu không, cho kiểm tra tủ.',
    'off-plan': 'So kế hoạch và chương trình đang hiệu lực với những gì tủ báo về, rồi gửi lại thiết lập.',
    'not-taken': 'Gửi lại. Nếu tủ từ chối, các giá trị đó không phù hợp với tủ này.',
    clock: 'Đặt lại giờ cho thiết bị.',
    hold: 'Nếu không ai cần nữa, chuyển về tự động.',
    corridor: 'Mở trang của tuyến phối hợp: ở đó nêu nút giao phá vỡ làn sóng và lý do.',
    muted: 'Không cần làm gì cho đến khi hết thời gian tắt báo.',
    other: 'Tải lại trang; giao diện có thể cũ hơn bộ giám sát.',
  },
} satisfies TextsLike<typeof standard>
