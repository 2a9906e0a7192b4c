import { expect, test } from 'vitest'
import { crossStreets } from './diagramRows.ts'

test.each([
  [
    'the shared street is left out, wherever it stands',
    ['Nam Kỳ Khởi Nghĩa – Điện Biên Phủ', 'Nguyễn Thị Minh Khai – Nam Kỳ Khởi Nghĩa', 'Nam Kỳ Khởi Nghĩa - Nguyễn Du'],
    ['Điện Biên Phủ', 'Nguyễn Thị Minh Khai', 'Nguyễn Du'],
  ],
  [
    'names without a shared street stay',
    ['Lê Lợi – Pasteur', 'Hàm Nghi – Pasteur B'],
    ['Lê Lợi – Pasteur', 'Hàm Nghi – Pasteur B'],
  ],
  ['a name that is the street alone keeps all whole', ['Lê Lợi', 'Lê Lợi – Pasteur'], ['Lê Lợi', 'Lê Lợi – Pasteur']],
  ['two that would be the same stay', ['A – B', 'B – A'], ['A – B', 'B – A']],
  ['a word with a hyphen is one street', ['Tân-Bình – A', 'Tân-Bình – B'], ['A', 'B']],
  ['one junction keeps its name', ['A – B'], ['A – B']],
])('%s', (_what, names, short) => {
  expect(crossStreets(names)).toEqual(short)
})
