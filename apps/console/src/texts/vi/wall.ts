import type { wall as standard } from '../default/wall.ts'
import type { TextsLike } from '../shape.ts'

export const wall = {
  title: 'Màn hình lớn',
  leave: 'Rời màn hình lớn',
  tiles: 'Sự cố hiện tại, nặng nhất trước',
  more_one: '+ {{count}} nữa',
  more_other: '+ {{count}} nữa',
  others_one: 'và {{count}} sự cố nữa',
  others_other: 'và {{count}} sự cố nữa',
  assigned: '{{name}} đang xử lý',
  acknowledged: 'đã tiếp nhận',
  lostGroup: 'Mất {{count}} nút giao',
  lostGroupOf: 'Mất {{count}} nút giao của {{customer}}',
  lostTogether: 'Trong vòng 15 s, có lẽ do chung một đường truyền',
  nothing: 'Không có sự cố nào',
  checked: 'kiểm tra lúc {{time}}',
  healthy: '{{count}} bình thường',
  reading: 'Đang đọc các nút giao…',
  lost: 'Mất kết nối với nền tảng',
  lostHint: 'Hệ thống liên tục thử lại. Những gì đang hiện là lúc {{time}}.',
  lostHintNothing: 'Hệ thống liên tục thử lại.',
  unwatched: 'Không được giám sát',
  unwatchedHint: 'Không ai đánh giá các nút giao từ {{time}}. Những gì đang hiện là lúc đó.',
  unwatchedHintNever: 'Không ai đánh giá các nút giao.',
  old: 'Không đọc được sự cố',
  oldHint: 'Hệ thống liên tục thử lại. Những gì đang hiện là lúc {{time}}.',
} satisfies TextsLike<typeof standard>
