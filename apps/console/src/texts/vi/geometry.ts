import type { geometry as standard } from '../default/geometry.ts'
import type { TextsLike } from '../shape.ts'

export const geometry = {
  hint: 'Mọi ô đều có thể để trống. Tên được hiển thị ở mọi nơi có pha; tốc độ, bề rộng và lối sang đường cung cấp số liệu cho các phép tính và giới hạn cho các kiểm tra. Nếu một pha có nhiều hướng, hãy ghi hướng bất lợi nhất.',
  namePlaceholder: 'Chẳng hạn tên đường',
  whole: 'Toàn nút giao',
  save: 'Lưu',
  saved: 'Đã lưu pha và hình học.',
  failed: 'Không lưu được pha và hình học',
  unread: 'Giá trị đang lưu ở {{field}} không đọc được và sẽ mất khi bạn lưu: {{value}}',
  faults: {
    notANumber: 'Đây không phải là số.',
    notWhole: 'Hãy nhập số nguyên.',
    outOfRange: 'Cho phép {{min}} đến {{max}}.',
    tooLong: 'Nhiều nhất {{max}} ký tự.',
    belowShortest: 'Nhỏ hơn chu kỳ ngắn nhất.',
  },
} satisfies TextsLike<typeof standard>
