const wordsOf = (text: string): readonly string[] => [...new Set(text.trim().split(/\s+/))];

/** Common first names of Turkey. */
export const FIRST_NAMES = wordsOf(`
Ahmet Mehmet Mustafa Ali Hüseyin Hasan İbrahim İsmail Osman Yusuf Murat Ömer Ramazan Halil Süleyman Abdullah Mahmut Recep Salih Fatih
Kadir Emre Hakan Adem Kemal Yaşar Bekir Uğur Serkan Erkan Gökhan Burak Çağrı Şükrü Oğuz Işıl Fatma Ayşe Emine Hatice Zeynep Elif Meryem
Şerife Zehra Sultan Hanife Merve Havva Zeliha Esra Fadime Özlem Hacer Yasemin Hülya Cemile Sevim Gülsüm Leyla Dilek Büşra Ayten Songül
Kübra Tuğba Gülşah Aysel Rabia Sevgi Nur Can Efe Deniz Emir Muhammed Abdurrahman Bünyamin Cemalettin Nurettin Selahattin Cihan Cenk Cem
Cengiz Coşkun Cüneyt Davut Devrim Doğukan Durmuş Ege Ekrem Enes Engin Ercan Erdal Erdinç Eren Erhan Erol Ersin Ertuğrul Ferhat Ferit
Fikret Furkan Gürkan Haluk Hamza Harun Haydar Hikmet İdris İlhan İlker İlyas İrfan İsa İskender İsmet İzzet Kaan Kazım Kenan Kerem Koray
Kürşat Levent Lütfi Melih Mert Mesut Metin Muammer Musa Muzaffer Necati Nedim Nevzat Nihat Nuri Okan Onur Orhan Özgür Rıdvan Rıza Sabri
Sedat Selçuk Selim Serdar Serhat Sinan Soner Şaban Şenol Tahir Taner Tarık Tolga Tuncay Turgut Ufuk Umut Ümit Vedat Veli Volkan Yakup
Yasin Yavuz Yiğit Yunus Zafer Zeki Aslı Aylin Bahar Berna Betül Burcu Canan Ceren Çiğdem Derya Ebru Ece Eda Esin Ezgi Filiz Funda Gamze
Gizem Gönül Gözde Gül Gülay Güler Hilal İpek Lale Melek Meltem Mine Müge Nalan Nermin Nesrin Nilgün Nurcan Pelin Pınar Seda Selma Semra
Serap Sibel Sinem Şengül Şule Tülay Türkan Yeliz`);

/** Common surnames of Turkey. */
export const SURNAMES = wordsOf(`
Yılmaz Yıldız Yıldırım Kaya Kara Kurt Koç Demir Demirci Çelik Çetin Şahin Şen Öztürk Özdemir Özkan Özer Aydın Arslan Aslan Aksoy Doğan
Kılıç Kılınç Çakır Polat Korkmaz Korkut Erdoğan Erdem Güneş Günay Acar Avcı Aktaş Altun Bozkurt Bulut Keskin Ünal Ünver Işık Kaplan
Karaca Karadeniz Kocabaş Köse Sarı Sarıkaya Taş Taşkın Tekin Toprak Tunç Turan Uçar Uysal Uzun Yalçın Yüksel Müftüoğlu Hacıömeroğlu
Karahasanoğlu Çobanoğlu Soylu Şimşek Karadenizoğlu Abacı Açıkgöz Adıgüzel Akar Akbaş Akbulut Akçay Akdağ Akgül Akın Akkaya Akman Akpınar
Akyol Akyüz Alkan Alp Altay Altıntaş Apaydın Arıkan Atalay Ateş Avşar Ayaz Aydemir Aydoğan Aygün Ayhan Bağcı Bakır Balcı Baran Başar
Bayram Baysal Bektaş Bilgin Bingöl Boz Bozdağ Budak Büyük Ceylan Çağlar Çakmak Çalışkan Çam Çavuş Çevik Çınar Çiçek Çiftçi Çolak Dağ
Demirbaş Demirel Demirkan Demirtaş Dikmen Dinç Dinçer Dönmez Duman Duran Durmaz Duru Ekinci Elmas Ergin Ergün Ersoy Ertaş Ertürk Eser
Fidan Gedik Gencer Genç Gezer Gökçe Gökmen Göktaş Gümüş Gündoğdu Gündüz Güney Güngör Gürbüz Gürsoy Güven Hızır İnal İnan İnce Kabak
Kahraman Kalkan Kandemir Karabulut Karadağ Karagöz Karakaş Karakaya Karakoç Karaman Karataş Kartal Kavak Kaynak Keleş Kızılkaya Koca
Kocaman Koyuncu Köksal Kurtuluş Kuş Küçük Mutlu Nalbant Okur Olgun Öcal Öner Önal Özbek Özçelik Özen Özkaya Özmen Öz Pala Parlak Pehlivan
Peker Sağlam Sakarya Savaş Seçkin Sezer Solak Sönmez Şanlı Şeker Şener Şentürk Tatar Temiz Terzi Tezcan Topal Topçu Tosun Tuna Türkmen
Ulusoy Uyar Vardar Vural Yaman Yazıcı Yeşil Yurt Zengin Zorlu`);
