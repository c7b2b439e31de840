/** First names and surnames for the adversarial scenes, by origin. */
export interface NameList {
  readonly origin: string;
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const TURKISH_FIRST = `Ahmet Mehmet Mustafa Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut
Recep Salih Fatih Kadir Emre Hakan Adem Kemal Yaşar Bekir Uğur Serkan Erkan Gökhan Burak Çağrı Şükrü Oğuz Işıl Fatma Ayşe Emine
Hatice Zeynep Elif Meryem Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Fadime Özlem Hacer Yasemin Hülya Cemile Sevim Gülsüm
Leyla Dilek Büşra Ayten Songül Kübra Tuğba Gülşah Aysel Rabia Sevgi Nur Can Efe Deniz Emir Muhammed Abdurrahman Bünyamin Cemalettin
Necmettin Nurettin Selahattin Şemsettin Fahrettin Hayrettin Hüsamettin Sadettin Bahattin Muhittin Kemalettin Cihan Cenk Cem Cemal
Cengiz Ceyhun Coşkun Cüneyt Çetin Davut Devrim Doğan Doğukan Doruk Durmuş Dursun Ege Ekrem Enes Engin Ercan Erdal Erdem Erdinç Erdoğan
Eren Erhan Erol Ersin Ertan Ertuğrul Esat Evren Ferhat Ferit Feridun Feyzi Fikret Furkan Gazi Göksel Gürkan Haldun Haluk Hamdi Hamza
Harun Haydar Hıdır Hilmi Hikmet Hulusi Hüsnü İdris İlhan İlkay İlker İlyas İrfan İsa İskender İsmet İzzet Kaan Kağan Kazım Kenan Kerem
Kerim Koray Korhan Kutay Kürşat Levent Lütfi Mansur Mazhar Melih Mert Mesut Metin Mete Mevlüt Mikail Mirac Muammer Muhsin Musa Muzaffer
Mümin Münir Müslüm Nadir Nail Namık Nazım Necati Necdet Nedim Nevzat Nihat Niyazi Nuri Okan Oktay Onur Orhan Ozan Özcan Özgür Özkan
Polat Rahmi Rasim Raşit Refik Remzi Reşat Rıdvan Rıfat Rıza Ruhi Rüştü Sabri Sadık Sami Samet Sedat Selami Selçuk Selim Semih Serdar
Serhat Sezai Sezgin Sinan Soner Suat Şaban Şadi Şahin Şakir Şener Şenol Şerafettin Şevket Tahir Tahsin Talat Tamer Taner Tarık Tayfun
Tekin Temel Tevfik Tolga Tufan Tuncay Turan Turgay Turgut Turhan Ufuk Uğurcan Umut Ümit Vahit Vedat Vehbi Veli Veysel Volkan Yakup Yalçın
Yasin Yavuz Yener Yiğit Yunus Yücel Zafer Zeki Ziya Arzu Aslı Aslıhan Asuman Aydan Ayfer Aygül Aylin Aynur Aysun Bahar Banu Başak Belgin
Belma Berna Betül Beyza Bilge Birgül Burcu Canan Cansu Ceren Ceyda Çiğdem Damla Demet Derya Didem Döndü Duygu Ebru Ece Eda Elçin Elvan
Emel Esen Esin Eylül Ezgi Feride Feyza Figen Filiz Fulya Funda Gamze Gizem Gonca Gönül Gözde Gül Gülay Gülbahar Gülcan Güler Gülizar
Güllü Gülnur Gülten Güneş Hande Handan Hilal Huriye İclal İlknur İnci İpek Jale Kadriye Kezban Kevser Lale Mehtap Melahat Melek Melike
Melis Meltem Menekşe Mine Müge Müjde Müjgan Münevver Mürüvvet Müzeyyen Nalan Naciye Nazan Nazlı Necla Nermin Nesrin Neslihan Nihal Nilay
Nilgün Nilüfer Nuran Nuray Nurcan Nurgül Nurhan Oya Öykü Özge Pelin Perihan Pınar Reyhan Saadet Saniye Seda Selda Selin Selma Sema Semra
Serap Serpil Sevda Sevinç Sevil Sibel Sinem Suna Şengül Şenay Şermin Şule Tülay Tülin Türkan Ülkü Ümmühan Vildan Yeliz Yeter Yıldız Zerrin`;

const TURKISH_LAST = `Yılmaz Yıldız Yıldırım Kaya Kara Kurt Koç Demir Demirci Çelik Çetin Şahin Şen Öztürk Özdemir Özkan Özer Aydın Arslan Aslan Aksoy
Doğan Doğru Kılıç Kılınç Çakır Polat Korkmaz Korkut Erdoğan Erdem Güneş Günay Güler Yavuz Can Acar Avcı Aktaş Altun Altın Bozkurt Bulut
Keskin Ünal Ünver Gül Işık Kaplan Karaca Karadeniz Kocabaş Köse Sarı Sarıkaya Taş Taşkın Tekin Toprak Tunç Turan Türk Uçar Uysal Uzun
Yalçın Yüksel Müftüoğlu Hacıömeroğlu Karahasanoğlu Çobanoğlu Soylu Şimşek Karadenizoğlu Kemaleddin Abacı Açıkgöz Adıgüzel Ağaoğlu Akalın
Akar Akbaş Akbulut Akçay Akdağ Akdoğan Akgül Akgün Akın Akıncı Akkaya Akkuş Akman Akpınar Aksu Aktürk Akyol Akyüz Alkan Alp Alpaslan
Altay Altıntaş Altunbaş Apaydın Araz Arı Arıcan Arıkan Arık Arpacı Artan Aslantaş Ata Atalay Ataman Ateş Atay Avşar Ay Ayaz Ayaydın Aydemir
Aydoğan Aydoğdu Aygün Ayhan Aykut Aytaç Babacan Bağcı Bahar Bakır Bal Balcı Balkan Baran Barış Başar Başaran Başkan Batur Bayar Baydar
Bayındır Bayrak Bayraktar Bayram Baysal Bektaş Berber Beyaz Biçer Bilgiç Bilgin Bilici Bingöl Birinci Boz Bozan Bozdağ Bozkaya Boztepe
Böcek Budak Burak Büyük Büyükkaya Cabbar Candan Canpolat Cengiz Cesur Ceylan Coşkun Çağlar Çağlayan Çakmak Çalık Çalışkan Çam Çankaya Çapar
Çatal Çavuş Çelebi Çevik Çınar Çiçek Çiftçi Çolak Çoban Dağ Dağlı Dalkılıç Danış Dede Değirmenci Delen Demirbaş Demirel Demirkan Demirtaş
Deniz Denizli Derin Dikmen Dilek Dinç Dinçer Doğanay Doğruöz Dönmez Duman Dumlu Dural Duran Durmaz Durmuş Dursun Duru Ekinci Elmas Emre
Er Eraslan Ercan Eren Ergin Ergül Ergün Erkan Erkoç Erol Ersoy Ertaş Ertekin Ertürk Esen Eser Ete Fidan Fırat Gedik Gencer Genç Gezer
Gökçe Gökdemir Gökmen Göktaş Gönül Gözübüyük Gümüş Gündoğdu Gündüz Güney Güngör Gür Gürbüz Gürsoy Güven Güzel Hacıoğlu Hızır İnal İnan
İnce İpek Kabak Kaçar Kahraman Kahveci Kalkan Kandemir Kaptan Karabacak Karabulut Karaçam Karadağ Karagöz Karakaş Karakaya Karakoç Karakurt
Karaman Karataş Karayel Kartal Kavak Kaynak Keleş Kesen Kılıçarslan Kıraç Kırmızı Kızılkaya Koca Kocaman Konak Koyuncu Kök Köksal Kulaksız
Kurtuluş Kurtoğlu Kuş Küçük Kütük Maraş Mert Metin Mutlu Nalbant Odabaşı Oğuz Oktay Olgun Onat Oral Orhan Oruç Ocak Okur Ok Ongun Öcal
Ödemiş Öner Önal Özbek Özcan Özçelik Özen Özgür Özgül Özkaya Özmen Öztop Özyurt Pala Parlak Pehlivan Peker Pekcan Sağlam Sağır Sakarya
Sarıgül Savaş Sayın Seçkin Sevim Sever Sezer Sezgin Solak Sönmez Sucu Şanlı Şeker Şener Şengül Şentürk Tan Taner Tanrıverdi Tatar Temel
Temiz Tepe Terzi Tezcan Tok Toker Topal Topçu Tosun Tuna Turgut Turhan Tüfekçi Türkmen Türkoğlu Uğur Ulusoy Usta Uyar Uygun Vardar Vural
Yaman Yanık Yaşar Yazıcı Yeşil Yetim Yiğit Yurt Yurdakul Zengin Zorlu`;

const GERMAN_FIRST = `Jürgen Günther Jörg Björn Sören Käthe Bärbel Grete Dörte Rüdiger Lothar Wolfgang Hans Karl-Heinz Hans-Peter Anna-Lena Ulrike Sabine
Friedrich Johann Maximilian Katharina Elisabeth Franziska Stefan Matthias Andreas Claudia Heike Torsten Uwe Ingo Ute Birgit Manfred`;
const GERMAN_LAST = `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Köhler Bauer Koch Richter Klein Wolf Schröder
Neumann Schwarz Zimmermann Krüger Hartmann Lange Strauß Weiß Groß Voß Jäger Böhm Löwe Müller-Lüdenscheid Leutheusser-Schnarrenberger`;
const ENGLISH_FIRST = `James John Robert Michael William David Richard Thomas Christopher Daniel Matthew Andrew Joshua Mary Patricia Jennifer Linda
Elizabeth Susan Jessica Sarah Karen Nancy Margaret Ashley Kimberly Emily Donna Michelle Amanda Sean Ian Li Su Bo`;
const ENGLISH_LAST = `Smith Johnson Williams Brown Jones Miller Davis Wilson Anderson Taylor Thompson White Harris Lewis Robinson Walker King Wright
O'Brien O'Connor McDonald MacGregor Smith-Jones Parker-Bowles Featherstonehaugh Cholmondeley Lee Wu Ng Xu Ho Fox`;
const ARABIC_FIRST = `Mohammed Muhammad Ahmad Abdulaziz Abdulrahman Abdullah Khalid Omar Yousef Hassan Hussein Ibrahim Tariq Nasser Fahad Saad
Faisal Sultan Layla Noor Huda Amina Khadija Zaynab Maryam Rania Salma Hala Dina Samira`;
const ARABIC_LAST = `Al-Hassan Al-Rashid Al-Masri Haddad Khoury Nassar Saleh Mansour Hamdan Qasim Darwish Shaheen Abbas Najjar Sabbagh Kassem Farah
Aziz Rahman Abdelrahman Abouelnaga Bakri Chahine Daher Fayad Ghanem Habib Issa Jaber Karam`;
const CYRILLIC_FIRST = 'Иван Пётр Сергей Алексей Николай Дмитрий Ольга Анна Мария Екатерина Юлия Наталья';
const CYRILLIC_LAST =
  'Иванов Петров Сидоров Кузнецов Смирнов Попов Волков Соколова Морозова Лебедева Щукин Яковлев';
const GREEK_FIRST = 'Γιώργος Νίκος Δημήτρης Κώστας Μαρία Ελένη Κατερίνα Σοφία';
const GREEK_LAST = 'Παπαδόπουλος Νικολάου Γεωργίου Δημητρίου Οικονόμου Βασιλείου';

const wordsOf = (text: string) => [...new Set(text.split(/\s+/))];

export const TURKISH: NameList = {
  origin: 'Turkish',
  first: wordsOf(TURKISH_FIRST),
  last: wordsOf(TURKISH_LAST),
};
/** Names in Latin letters from elsewhere. */
export const FOREIGN: readonly NameList[] = [
  { origin: 'German', first: wordsOf(GERMAN_FIRST), last: wordsOf(GERMAN_LAST) },
  { origin: 'English', first: wordsOf(ENGLISH_FIRST), last: wordsOf(ENGLISH_LAST) },
  { origin: 'Arabic', first: wordsOf(ARABIC_FIRST), last: wordsOf(ARABIC_LAST) },
];
/** Names in other scripts. */
export const BEYOND_LATIN: readonly NameList[] = [
  { origin: 'Cyrillic', first: wordsOf(CYRILLIC_FIRST), last: wordsOf(CYRILLIC_LAST) },
  { origin: 'Greek', first: wordsOf(GREEK_FIRST), last: wordsOf(GREEK_LAST) },
];
/** Names that are also words of banks and payers. */
export const WORDS_AS_NAMES: NameList = {
  origin: 'words',
  first:
    wordsOf(`Hediye Bağış Deniz Güneş Yıldız Eylül Nisan Mayıs Ekim Cuma Ocak Temmuz Beyaz Selam Altın Bill Mac Mai June April
August Umut Devrim Barış Zafer Bereket Kısmet Döndü Yeter Satı Armağan`),
  last: wordsOf(`Taş Özel Alan Kalan Kolay Yardım Tek Son Şen Türk Altın Güneş Yıldız Deniz Ocak Mart Wise Cash Card Kunde Market
Çift Yeni Eski Doktor Taksi Kahve Sağlık Genel Temiz Doğru Sade`),
};
/** Words of banks and payers that nobody would take for a surname if they stood alone. */
export const WORDS_AS_SURNAMES = wordsOf(
  'Para Gelen Giden Banka Müşteri Kart Borç Kira Alıcı Gönderen Hesap Mobil Akbank Vakıf Yapı Oto Bedel Avans',
);
/** Short names, which a search for long words misses. */
export const SHORT: NameList = {
  origin: 'short',
  first: wordsOf('Ay Su Li Bo Er Ali Ece Can Efe Ada Nur Ata Jo Al Xi Wei'),
  last: wordsOf('Er Öz Ay Ok Ak Al Su Wu Xu Ng Ho Li Ün Ar El'),
};
export const TRADES = wordsOf(
  'Gıda Tekstil Oto Yapı Bilişim Turizm Mobilya Elektrik Nakliyat Kuyumculuk Reklam Tarım Kimya Plastik Medikal',
);
export const COMPANY_FORMS = [
  'Ltd. Şti.',
  'Limited Şirketi',
  'A.Ş.',
  'San. ve Tic. Ltd. Şti.',
  'Sanayi ve Ticaret A.Ş.',
  'Anonim Şirketi',
];
