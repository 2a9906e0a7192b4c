import type { findings as standard } from '../default/findings.ts'
import type { TextsLike } from '../shape.ts'

export const findings = {
  notANumber: '{{field}}: "{{value}}" không phải là số; hãy nhập số nguyên.',
  notDegrees: '{{field}}: "{{value}}" không phải là số; hãy nhập số độ, ví dụ 10.7769.',
  notWhole: '{{field}}: {{value}} không phải là số nguyên.',
  outOfRange: '{{field}}: {{value}} ngoài khoảng; cho phép {{min}} đến {{max}}.',
  belowMinimum: '{{field}}: {{value}} quá nhỏ; cho phép từ {{min}} trở lên.',
  leftOutOfRange:
    '{{field}}: với các giá trị này chỉ cho phép {{min}} đến {{max}}, nhưng hiện là {{value}}. Hãy sửa cả giá trị đó trong hộp thoại riêng.',
  greenShort:
    'Chương trình {{program}} pha {{phase}}: xanh {{value}} giây dưới {{limit}} giây, quá ngắn để xe khởi hành.',
  greenShortToWalk:
    'Chương trình {{program}} pha {{phase}}: xanh {{value}} giây dưới {{limit}} giây mà người đi bộ cần ở đây để qua lối sang đường dài {{crossing}} m với tốc độ {{speed}} m/s.',
  greenLong:
    'Chương trình {{program}} pha {{phase}}: xanh {{value}} giây trên {{limit}} giây, các pha khác phải chờ lâu.',
  programWithoutGreen: 'Chương trình {{program}} không có xanh nhưng kế hoạch {{plans}} dùng nó: đèn sẽ nháy vàng.',
  periodDiffers:
    'Chương trình {{program}}: chu kỳ được báo là {{value}} giây, nhưng các thời gian cho {{limit}} giây; tủ điều khiển có thể chạy khác với hiển thị.',
  conflictingGreen:
    'Nguy hiểm: chương trình {{program}} cho pha {{other}} xanh ở giây {{at}} khi pha {{phase}} đang xanh; chồng nhau {{overlap}} giây.',
  greenDuringYellow:
    'Nguy hiểm: chương trình {{program}} cho pha {{other}} xanh ở giây {{at}} khi pha {{phase}} đang vàng; chồng nhau {{overlap}} giây.',
  clearanceShort:
    'Nguy hiểm: chương trình {{program}} cho pha {{other}} xanh ở giây {{at}}, chỉ {{value}} giây sau vàng của pha {{phase}} thay vì {{limit}} giây; xe có thể còn trong nút giao.',
  cycleShort:
    'Chương trình {{program}}: chu kỳ {{value}} giây dưới {{limit}} giây; phần lớn dành cho vàng và đỏ toàn phần.',
  cycleShortHere:
    'Chương trình {{program}}: chu kỳ {{value}} giây dưới {{limit}} giây, giới hạn đã đặt cho nút giao này.',
  cycleLongHere:
    'Chương trình {{program}}: chu kỳ {{value}} giây trên {{limit}} giây, giới hạn đã đặt cho nút giao này.',
  cycleLong: 'Chương trình {{program}}: chu kỳ {{value}} giây trên {{limit}} giây; phải chờ lâu.',
  unusedTime:
    'Chương trình {{program}}: {{value}} giây trong chu kỳ {{cycle}} giây ({{percent}} %, giới hạn {{limit}} %) không dùng; mọi pha đều chờ đỏ.',
  yellowShort: 'Vàng {{value}} giây dưới {{limit}} giây, quá ngắn để dừng từ 40 km/h.',
  yellowShortHere:
    'Vàng {{value}} giây dưới {{limit}} giây mà pha {{phase}} cần ở đây với {{speed}} km/h và độ dốc {{grade}} %.',
  yellowLong: 'Vàng {{value}} giây trên {{limit}} giây; tài xế sẽ quen coi như xanh.',
  redClearanceNone:
    'Đỏ cộng {{value}} giây dưới {{limit}} giây; xanh kế tiếp bắt đầu khi xe có thể còn trong nút giao.',
  redClearanceShortHere:
    'Đỏ cộng {{value}} giây dưới {{limit}} giây, là thời gian xe cuối cùng của pha {{phase}} ra khỏi {{width}} m ở đây với {{speed}} km/h.',
  redClearanceLong: 'Đỏ cộng {{value}} giây trên {{limit}} giây; tài xế sẽ coi thường đèn đỏ.',
  sameStart:
    'Kế hoạch {{plan}} bắt đầu lúc {{time}} như kế hoạch {{other}}; khi trùng giờ chỉ kế hoạch số lớn hơn chạy.',
  planAboveTotal:
    'Kế hoạch {{plan}} được bật, nhưng số lượng kế hoạch là {{limit}}: kế hoạch {{plan}} không bao giờ chạy.',
  planWithoutTotal:
    'Kế hoạch {{plan}} được bật, nhưng chưa đặt số lượng kế hoạch: kế hoạch {{plan}} không bao giờ chạy.',
  noEnabledPlan: 'Không có kế hoạch nào trong số lượng {{limit}} được bật: đèn sẽ nháy vàng cả ngày.',
  noPlanTotal: 'Chưa đặt số lượng kế hoạch: đèn sẽ nháy vàng cả ngày.',
  planWithoutGreen: 'Kế hoạch {{plan}} chạy chương trình {{program}} không có xanh: đèn sẽ nháy vàng.',
  planWithoutProgram: 'Kế hoạch {{plan}} có số chương trình {{program}}: đèn sẽ nháy vàng khi kế hoạch này chạy.',
  dateDoesNotExist: 'Ngày {{day}}/{{month}}/{{year}} không tồn tại.',
  timeAhead:
    'Giờ này nhanh {{length}} so với máy chủ, quá {{limit}} giây; các kế hoạch và nút giao lân cận sẽ lệch nhau.',
  timeBehind:
    'Giờ này chậm {{length}} so với máy chủ, quá {{limit}} giây; các kế hoạch và nút giao lân cận sẽ lệch nhau.',
  oneCoordinate: 'Thiếu {{field}}; vị trí cần đủ hai tọa độ.',
  zeroCoordinates: 'Vĩ độ 0, kinh độ 0 nằm ở Đại Tây Dương và thường là vị trí chưa đặt.',
  outsideVietnam:
    '{{latitude}}, {{longitude}} nằm ngoài Việt Nam (8 đến 24 N, 102 đến 110 E); có thể đã nhập nhầm hoặc đảo hai số.',
  holdWithoutEnd:
    '{{mode}} không có thời điểm kết thúc: không ai được nhắc lại, và chế độ giữ nguyên đến khi có người đổi.',
  holdEndMissing: 'Hãy chọn thời điểm kết thúc từ bây giờ đến {{days}} ngày tới.',
  offline: 'Tủ điều khiển đang ngoại tuyến: những gì gửi đi sẽ chờ đến khi nó kết nối lại.',
  changedMeanwhile: '{{field}} đã bị thay đổi từ khi mở biểu mẫu này: lúc đó {{opened}}, bây giờ {{current}}.',
} satisfies TextsLike<typeof standard>
