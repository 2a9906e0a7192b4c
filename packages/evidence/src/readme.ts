/** Writes the README of a package, for readers who know nothing of Greenwave. @param zone of its times */
export const readmeText = (
  zone: string,
): string => `What a traffic signal showed, second by second, and what was programmed.
Đèn tín hiệu đã hiển thị gì trong từng giây, và đã được cài đặt thế nào.

seconds.csv    each second: what each phase showed, its countdowns, the controller's clock, plan, program, mode
               mỗi giây: từng pha, số đếm ngược, đồng hồ của tủ, kế hoạch, chương trình, chế độ
cycles.csv     each cycle as it was recorded / từng chu kỳ đã ghi
events.csv     incidents, connections, modes, plans / sự cố, kết nối, chế độ, kế hoạch
settings.csv   the settings in force, and their changes / cài đặt có hiệu lực và các thay đổi
changes.csv    who set what, when and why, as the console recorded it / ai đã đặt gì, khi nào và vì sao
phases.csv     how people called the phases when this was made / tên gọi các pha khi lập gói này
manifest.json  junction, span, gaps, who made this and when, the SHA-256 of each file
               nút giao, khoảng thời gian, chỗ thiếu dữ liệu, người lập, thời điểm, SHA-256 của từng tệp
signature.json the signature of manifest.json (Ed25519); missing in an unsigned package
               chữ ký của manifest.json; không có nếu không ai ký

Times are in the zone of the controllers, ${zone}. An empty cell: nobody knows. The source of a second is "samples" (what the
controller sent in that second), "record" (rebuilt from the record of a quarter of an hour) or "none" (no data).
Giờ theo múi giờ ${zone}. Ô trống: không rõ. Nguồn của một giây: "samples" (tủ đã gửi), "record" (dựng lại từ bản ghi 15 phút)
hoặc "none" (không có dữ liệu).

To verify / Kiểm tra:  greenwave verify FILE --fingerprint FINGERPRINT
Take the fingerprint from the operator of the installation, not from this package.
Lấy dấu vân tay khóa từ đơn vị vận hành, không lấy từ gói này.
`
