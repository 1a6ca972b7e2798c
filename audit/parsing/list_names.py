"""What lists of references are called, whole and lower-cased, in European and East Asian languages."""

NAMES = frozenset(
    " ".join(name.split())
    for name in """
    references; reference; reference list; list of references; sources; source; source list; source index;
    cited sources; sources cited; works cited; citations; key citations; citation list; bibliography; notes;
    footnotes; endnotes; notes and references; references and notes; sources and references;
    references and sources; literature; literature cited; key references; key sources; main sources;
    primary sources; links; source links; references cited; sources used; further reading; pages visited;
    visited pages; websites visited; visited websites; visited sources; sources visited; all sources;
    weiterführende literatur; weiterführende links; selected references; selected sources;
    selected bibliography; sources & references; url sources; quellen; quellenverzeichnis; quellenangaben;
    literatur; literaturverzeichnis; einzelnachweise; nachweise; belege; referenzen; fußnoten; anmerkungen;
    literatur und quellen; quellen und literatur; verwendete quellen; références; référence;
    sources et références; bibliographie; liste des références; ouvrages cités; notes et références;
    références bibliographiques; sources citées; referencias; referencia; fuentes; fuente; bibliografía;
    referencias bibliográficas; obras citadas; notas; fuentes citadas; referências; referência; fontes; fonte;
    bibliografia; referências bibliográficas; fontes citadas; riferimenti; riferimenti bibliografici; fonti;
    note; opere citate; fonti citate; bronnen; referenties; literatuur; bronvermelding; bronnenlijst;
    literatuurlijst; geraadpleegde bronnen; källor; referenser; källförteckning; litteratur; kilder; referanser;
    referencer; kildeliste; litteraturliste; lähteet; viitteet; źródła; przypisy; literatura; zdroje;
    reference a zdroje; források; hivatkozások; surse; referințe; kaynaklar; kaynakça; πηγές; αναφορές;
    βιβλιογραφία; джерела; посилання; список літератури; література; примітки; источники; литература;
    список литературы; примечания; ссылки; список источников; использованные источники; источники и литература;
    библиография; 参考文献; 参考资料; 参考資料; 参考; 来源列表; 来源; 资料来源; 資料來源; 引用来源; 引用;
    引用列表; 引文; 文献; 注释; 註釋; 脚注; 數據來源; 数据来源; 信息来源; 参考链接; 参考来源; 参考书目; 出典;
    引用文献; 参照; 参考サイト; 参考リンク; 注; 文献一覧; 참고문헌; 참고 문헌; 참고 자료; 참고자료; 출처; 각주;
    인용; المراجع; المصادر; מקורות; nguồn; tài liệu tham khảo; daftar pustaka; referensi; sumber
    """.split(";")
)
