import type { works as standard } from '../default/works.ts'
import type { TextsLike } from '../namespaces.ts'

export const works = {
  photo: {
    title: 'Ảnh',
    hint: 'Được thu nhỏ ngay trên máy này, không kèm vị trí chụp.',
    take: 'Chụp ảnh',
    choose: 'Chọn ảnh',
    failed: 'Trình duyệt không đọc được tệp này như một bức ảnh. Hãy chọn tệp JPEG, PNG hoặc WebP.',
    nth: 'Ảnh {{nth}}',
    enlarge: 'Phóng to ảnh {{nth}}',
    remove: 'Bỏ ảnh {{nth}}',
    notLoaded: 'Không tải được ảnh',
  },
} satisfies TextsLike<typeof standard>
