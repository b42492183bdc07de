<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>GraphPicture</name>
    <message>
        <source>%1 tensors</source>
        <translation>%1 个张量</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 个节点</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 个节点</translation>
    </message>
    <message>
        <source>scalar</source>
        <translation>标量</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>graph</source>
        <translation>计算图</translation>
    </message>
</context>
<context>
    <name>QProgressDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>runlens::app::Application</name>
    <message>
        <source>The demo is already training</source>
        <translation>演示训练已在进行</translation>
    </message>
    <message>
        <source>Cannot make the folder %1 for the demo</source>
        <translation>无法为演示创建文件夹 %1</translation>
    </message>
    <message>
        <source>The demo has finished training</source>
        <translation>演示训练已完成</translation>
    </message>
    <message>
        <source>The demo stopped early:</source>
        <translation>演示提前终止：</translation>
    </message>
    <message>
        <source>The demo trains in %1</source>
        <translation>演示训练写入 %1</translation>
    </message>
    <message>
        <source>Cannot open the demo: the program runlens_train_lenet is neither beside this one nor on the PATH. Build or install it too</source>
        <translation>无法打开演示：程序 runlens_train_lenet 既不在本程序旁，也不在 PATH 中。请一并构建或安装它</translation>
    </message>
    <message>
        <source>Cannot open the demo: %1</source>
        <translation>无法打开演示：%1</translation>
    </message>
</context>
<context>
    <name>runlens::app::CommandPalette</name>
    <message>
        <source>Go to action, tag, node, operator, pass</source>
        <translation>转到操作、标签、节点、算子、Pass</translation>
    </message>
    <message>
        <source>Nothing has this name</source>
        <translation>没有匹配的名称</translation>
    </message>
</context>
<context>
    <name>runlens::app::DiagnosticsDialog</name>
    <message>
        <source>What was skipped or repaired while reading</source>
        <translation>读取时跳过或修复的内容</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>%1 records skipped, %2 notes in all. What could be read is shown; the files are unchanged.</source>
        <translation>跳过 %1 条记录，共 %2 条提示。可读的内容均已显示，文件未被改动。</translation>
    </message>
</context>
<context>
    <name>runlens::app::DiagnosticsModel</name>
    <message>
        <source>Missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Repaired</source>
        <translation>已修复</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Byte</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>记录数</translation>
    </message>
</context>
<context>
    <name>runlens::app::ExportJob</name>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Writing all points</source>
        <translation>正在写入所有数据点</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>runlens::app::Inspector</name>
    <message>
        <source>Close the inspector</source>
        <translation>关闭检查器</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Select a point, a span or a node</source>
        <translation>选择一个点、片段或节点</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>会话</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>IR passes</source>
        <translation>IR Pass</translation>
    </message>
    <message>
        <source>Spans</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>数据点</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>not in this run</source>
        <translation>此训练中没有</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Since start</source>
        <translation>距开始</translation>
    </message>
    <message>
        <source>Shown runs at this step</source>
        <translation>此迭代处的各训练</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>点数</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>末值</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Infinite</source>
        <translation>无穷</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>数值类型</translation>
    </message>
    <message>
        <source>Same thing elsewhere</source>
        <translation>在其他视图中</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Step in the timeline</source>
        <translation>时间线中的迭代</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>graph %1, %2</source>
        <translation>计算图 %1，%2</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>耗时</translation>
    </message>
    <message>
        <source>Dumped</source>
        <translation>导出于</translation>
    </message>
    <message>
        <source>Text of the pass</source>
        <translation>Pass 文本</translation>
    </message>
    <message>
        <source>%1 executions</source>
        <translation>执行 %1 次</translation>
    </message>
    <message>
        <source>this %1%2</source>
        <translation>本次 %1%2</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位数</translation>
    </message>
    <message>
        <source>Executions</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>rank %1, %2</source>
        <translation>rank %1，%2</translation>
    </message>
    <message>
        <source>Flows</source>
        <translation>流向</translation>
    </message>
    <message>
        <source>%1, %2 away</source>
        <translation>%1，相距 %2</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>通信组</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>通信量</translation>
    </message>
    <message>
        <source>Peer</source>
        <translation>对端</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>as %1</source>
        <translation>即 %1</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>计算图节点</translation>
    </message>
    <message>
        <source>IR line</source>
        <translation>IR 行</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>Execution</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>片段</translation>
    </message>
    <message>
        <source>Not in this run</source>
        <translation>此训练中没有</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>in step %1</source>
        <translation>于迭代 %1</translation>
    </message>
    <message>
        <source>Fused from</source>
        <translation>融合自</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Executed</source>
        <translation>执行</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>未记录</translation>
    </message>
    <message>
        <source>Through the passes</source>
        <translation>历经各 Pass</translation>
    </message>
    <message>
        <source>%1 as %2</source>
        <translation>%1，即 %2</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>All of its kind</source>
        <translation>同类全部</translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位数 %1</translation>
    </message>
    <message>
        <source>All %1: %2 executions, median %3, total %4</source>
        <translation>全部 %1：执行 %2 次，中位数 %3，总计 %4</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1 次</translation>
    </message>
</context>
<context>
    <name>runlens::app::KeysDialog</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Zoom at the mouse</source>
        <translation>以鼠标为中心缩放</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Pan</source>
        <translation>平移</translation>
    </message>
    <message>
        <source>Shift+drag</source>
        <translation>Shift+拖动</translation>
    </message>
    <message>
        <source>Select a range of steps</source>
        <translation>选择迭代区间</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>退格键</translation>
    </message>
    <message>
        <source>Back to the zoom before</source>
        <translation>回到上一次缩放</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Zoom in and out</source>
        <translation>放大与缩小</translation>
    </message>
    <message>
        <source>Pan left and right</source>
        <translation>左右平移</translation>
    </message>
    <message>
        <source>Fit the selection</source>
        <translation>适应所选内容</translation>
    </message>
    <message>
        <source>Mark the selection</source>
        <translation>标记所选内容</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>方向键</translation>
    </message>
    <message>
        <source>Previous and next span</source>
        <translation>上一个与下一个片段</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Open or close a scope</source>
        <translation>展开或收起命名空间</translation>
    </message>
    <message>
        <source>Step strip</source>
        <translation>迭代条</translation>
    </message>
    <message>
        <source>Left, right</source>
        <translation>左、右</translation>
    </message>
    <message>
        <source>One step back or on</source>
        <translation>后退或前进一个迭代</translation>
    </message>
    <message>
        <source>Home, End</source>
        <translation>Home、End</translation>
    </message>
    <message>
        <source>First and last step</source>
        <translation>首个与末个迭代</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
</context>
<context>
    <name>runlens::app::MainWindow</name>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>%1 – Runlens</source>
        <translation>%1 – Runlens</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>打开演示</translation>
    </message>
    <message>
        <source>Close folder</source>
        <translation>关闭文件夹</translation>
    </message>
    <message>
        <source>Read now</source>
        <translation>立即读取</translation>
    </message>
    <message>
        <source>Follow live runs</source>
        <translation>跟踪运行中的训练</translation>
    </message>
    <message>
        <source>Follow every</source>
        <translation>跟踪间隔</translation>
    </message>
    <message>
        <source>Export view</source>
        <translation>导出视图</translation>
    </message>
    <message>
        <source>PNG picture…</source>
        <translation>PNG 图片…</translation>
    </message>
    <message>
        <source>SVG drawing…</source>
        <translation>SVG 矢量图…</translation>
    </message>
    <message>
        <source>PDF page…</source>
        <translation>PDF 页面…</translation>
    </message>
    <message>
        <source>CSV values…</source>
        <translation>CSV 数值…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Find in this view</source>
        <translation>在此视图中搜索</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>Show all runs</source>
        <translation>显示全部训练</translation>
    </message>
    <message>
        <source>Show no run</source>
        <translation>不显示任何训练</translation>
    </message>
    <message>
        <source>View</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Panel of runs</source>
        <translation>训练面板</translation>
    </message>
    <message>
        <source>Step strip</source>
        <translation>迭代条</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>跟随桌面</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Go</source>
        <translation>转到</translation>
    </message>
    <message>
        <source>Go to anything…</source>
        <translation>转到任意内容…</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>后退</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前进</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>首个迭代</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>上一个迭代</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>下一个迭代</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>末个迭代</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>What was skipped while reading</source>
        <translation>读取时跳过的内容</translation>
    </message>
    <message>
        <source>About Runlens</source>
        <translation>关于 Runlens</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Runlens runs (*.rlens)</source>
        <translation>Runlens 训练 (*.rlens)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>Shows what happened inside a training run: from the loss curve to the step, the operator, the graph node, the IR line and the line of source.</source>
        <translation>展示训练内部发生的一切：从损失曲线到迭代、算子、计算图节点、IR 行与源码行。</translation>
    </message>
    <message>
        <source>The window is under the GNU GPL 3 or later, the collector and the file format under the Apache License 2.0.</source>
        <translation>窗口程序采用 GNU GPL 3 或更高版本许可，采集器与文件格式采用 Apache License 2.0。</translation>
    </message>
    <message>
        <source>Export %1…</source>
        <translation>导出 %1…</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>已导出到 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Scalar</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>IR pass</source>
        <translation>IR Pass</translation>
    </message>
    <message>
        <source>%1, node</source>
        <translation>%1，节点</translation>
    </message>
    <message>
        <source>The export was cancelled</source>
        <translation>导出已取消</translation>
    </message>
</context>
<context>
    <name>runlens::app::Rail</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
</context>
<context>
    <name>runlens::app::RunBrowser</name>
    <message>
        <source>Runs</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>More about runs</source>
        <translation>更多训练操作</translation>
    </message>
    <message>
        <source>Filter: name, regex or key&gt;value</source>
        <translation>筛选：名称、正则或 键&gt;值</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Metric in the list of runs</source>
        <translation>训练列表中的指标</translation>
    </message>
    <message>
        <source>%1 of %2 shown</source>
        <translation>显示 %1 / %2</translation>
    </message>
    <message>
        <source>No folder is open</source>
        <translation>未打开文件夹</translation>
    </message>
    <message>
        <source>Its runs appear here</source>
        <translation>其中的训练将显示在这里</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找训练…</translation>
    </message>
    <message>
        <source>No runs here</source>
        <translation>这里没有训练</translation>
    </message>
    <message>
        <source>No run passes the filter</source>
        <translation>没有符合筛选的训练</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, last</source>
        <translation>%1，末值</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show none</source>
        <translation>全部不显示</translation>
    </message>
    <message>
        <source>Open all groups</source>
        <translation>展开全部分组</translation>
    </message>
    <message>
        <source>Close all groups</source>
        <translation>收起全部分组</translation>
    </message>
    <message numerus="yes">
        <source>Bring back %n hidden run(s)</source>
        <translation>
            <numerusform>恢复 %n 个隐藏的训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>Show only this</source>
        <translation>仅显示此项</translation>
    </message>
    <message>
        <source>Take from the views</source>
        <translation>从视图中移除</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>颜色 %1</translation>
    </message>
    <message>
        <source>Note…</source>
        <translation>备注…</translation>
    </message>
    <message>
        <source>Hide from the list</source>
        <translation>从列表中隐藏</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>复制路径</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Note about this run:</source>
        <translation>此训练的备注：</translation>
    </message>
    <message>
        <source>Tags…</source>
        <translation>标签…</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tags of this run, with commas between them:</source>
        <translation>此训练的标签，以逗号分隔：</translation>
    </message>
</context>
<context>
    <name>runlens::app::RunModel</name>
    <message>
        <source>Reading</source>
        <translation>读取中</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>异常终止</translation>
    </message>
    <message>
        <source>Cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>End unknown</source>
        <translation>结束状态未知</translation>
    </message>
</context>
<context>
    <name>runlens::app::Session</name>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
</context>
<context>
    <name>runlens::app::StartPage</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 及另外 %2 个</translation>
    </message>
    <message>
        <source>Open a training run</source>
        <translation>打开训练</translation>
    </message>
    <message>
        <source>From the loss curve to the step, the operator, the graph node and the line of source</source>
        <translation>从损失曲线到迭代、算子、计算图节点与源码行</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>打开文件夹…</translation>
    </message>
    <message>
        <source>Open files…</source>
        <translation>打开文件…</translation>
    </message>
    <message>
        <source>Open the demo</source>
        <translation>打开演示</translation>
    </message>
    <message>
        <source>The demo trains LeNet-5 on Fashion-MNIST while you watch</source>
        <translation>演示会在您观看时于 Fashion-MNIST 上训练 LeNet-5</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>清除</translation>
    </message>
    <message>
        <source>Drop files or folders here</source>
        <translation>将文件或文件夹拖放到此处</translation>
    </message>
    <message>
        <source>Several at once are read together and compared</source>
        <translation>多个项目会一同读取并比较</translation>
    </message>
    <message>
        <source>What a run holds</source>
        <translation>训练包含的内容</translation>
    </message>
    <message>
        <source>Scalars, histograms, images</source>
        <translation>标量、直方图、图像</translation>
    </message>
    <message>
        <source>curves of several runs over each other</source>
        <translation>多次训练的曲线相互叠加</translation>
    </message>
    <message>
        <source>Traces</source>
        <translation>性能轨迹</translation>
    </message>
    <message>
        <source>every operator of every step, to the nanosecond</source>
        <translation>每个迭代的每个算子，精确到纳秒</translation>
    </message>
    <message>
        <source>Graphs and IR</source>
        <translation>计算图与 IR</translation>
    </message>
    <message>
        <source>after every pass of the compiler</source>
        <translation>编译器每个 Pass 之后</translation>
    </message>
    <message>
        <source>Many runs at once</source>
        <translation>同时查看多次训练</translation>
    </message>
    <message>
        <source>a folder is searched for all runs below it</source>
        <translation>搜索文件夹下的全部训练</translation>
    </message>
    <message>
        <source>Record your own</source>
        <translation>记录您自己的训练</translation>
    </message>
    <message>
        <source>Files you open are only read, never changed</source>
        <translation>打开的文件只会读取，不会改动</translation>
    </message>
</context>
<context>
    <name>runlens::app::StatusLine</name>
    <message>
        <source>Reading progress</source>
        <translation>读取进度</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with NaN</source>
        <translation>
            <numerusform>%n 次训练出现 NaN</numerusform>
        </translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>就绪</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>正在查找训练…</translation>
    </message>
    <message>
        <source>Reading: %1 of %2 runs, %3 of %4, %5</source>
        <translation>正在读取：%1 / %2 次训练，%3 / %4，%5</translation>
    </message>
    <message>
        <source>%1 records/s</source>
        <translation>%1 条记录/秒</translation>
    </message>
    <message>
        <source>Reading stopped after %1</source>
        <translation>已读取 %1 后停止</translation>
    </message>
    <message>
        <source>All read: %1, %2 in %3</source>
        <translation>已全部读取：%1，%2，用时 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 runs read, the others when they are shown</source>
        <translation>已读取 %1 / %2 次训练，其余在显示时读取</translation>
    </message>
    <message>
        <source>Following paused</source>
        <translation>已暂停跟踪</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) live</source>
        <translation>
            <numerusform>%n 次训练运行中</numerusform>
        </translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>每 %1</translation>
    </message>
    <message>
        <source>Following</source>
        <translation>跟踪中</translation>
    </message>
    <message>
        <source>Ended %1</source>
        <translation>结束于 %1</translation>
    </message>
    <message>
        <source>Memory %1</source>
        <translation>内存 %1</translation>
    </message>
    <message>
        <source>Click to pause following</source>
        <translation>点击暂停跟踪</translation>
    </message>
    <message>
        <source>Click to follow again</source>
        <translation>点击继续跟踪</translation>
    </message>
    <message>
        <source>Read on</source>
        <translation>继续读取</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) skipped</source>
        <translation>
            <numerusform>跳过 %n 条记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n 条提示</numerusform>
        </translation>
    </message>
    <message>
        <source>Last record %1</source>
        <translation>最后一条记录 %1</translation>
    </message>
</context>
<context>
    <name>runlens::app::StepRuler</name>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1, step %2: %3</source>
        <translation>%1，迭代 %2：%3</translation>
    </message>
</context>
<context>
    <name>runlens::app::StepStrip</name>
    <message>
        <source>%1 is NaN</source>
        <translation>%1 为 NaN</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>首个迭代</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>末个迭代</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
</context>
<context>
    <name>runlens::app::TopBar</name>
    <message>
        <source>Light or dark</source>
        <translation>浅色或深色</translation>
    </message>
    <message>
        <source>Go to action, tag, node, operator, pass</source>
        <translation>转到操作、标签、节点、算子、Pass</translation>
    </message>
</context>
<context>
    <name>runlens::app::ViewHeader</name>
    <message>
        <source>Export this view</source>
        <translation>导出此视图</translation>
    </message>
</context>
<context>
    <name>runlens::app::ViewList</name>
    <message>
        <source>Learn</source>
        <translation>学习过程</translation>
    </message>
    <message>
        <source>Understand</source>
        <translation>理解网络</translation>
    </message>
    <message>
        <source>Speed up</source>
        <translation>性能调优</translation>
    </message>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>IR</source>
        <translation>IR</translation>
    </message>
    <message>
        <source>Distributions</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Media</source>
        <translation>媒体</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 曲线</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::AreaPanel</name>
    <message>
        <source>Visible area</source>
        <translation>可见区域</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Operators in the area</source>
        <translation>区域内的算子</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Selected area</source>
        <translation>所选区域</translation>
    </message>
    <message>
        <source>%1, %2 spans, %3 of own time</source>
        <translation>%1，%2 个片段，自身耗时 %3</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ColourScale</name>
    <message>
        <source>Colours of the metric</source>
        <translation>度量指标的颜色</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ColumnChooser</name>
    <message>
        <source>Find a column</source>
        <translation>查找列</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Usual columns</source>
        <translation>默认列</translation>
    </message>
    <message>
        <source>All that differ</source>
        <translation>所有有差异的列</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>有差异</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::CompareBar</name>
    <message>
        <source>atol</source>
        <translation>绝对容差</translation>
    </message>
    <message>
        <source>rtol</source>
        <translation>相对容差</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比较对象</translation>
    </message>
    <message>
        <source>Step to compare with</source>
        <translation>比较的迭代</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>a − b</source>
        <translation>a − b</translation>
    </message>
    <message>
        <source>|a − b|</source>
        <translation>|a − b|</translation>
    </message>
    <message>
        <source>|a − b| / |b|</source>
        <translation>|a − b| / |b|</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>a: this tensor, b: the one it is compared with. Where b is 0 and a is not, the relative error is infinite</source>
        <translation>a：此张量，b：与之比较的张量。b 为 0 而 a 不为 0 处，相对误差为无穷大</translation>
    </message>
    <message>
        <source>An element is within the tolerance when |a − b| ≤ atol + rtol · |b|. NaN is never within, an infinity only beside the same one</source>
        <translation>|a − b| ≤ atol + rtol · |b| 时元素在容差之内。NaN 总在容差之外，无穷大仅与相同的无穷大比较时在容差之内</translation>
    </message>
    <message>
        <source>Absolute tolerance</source>
        <translation>绝对容差</translation>
    </message>
    <message>
        <source>Relative tolerance</source>
        <translation>相对容差</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不比较</translation>
    </message>
    <message>
        <source>The step before</source>
        <translation>上一个迭代</translation>
    </message>
    <message>
        <source>Another step</source>
        <translation>另一个迭代</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::CurveChart</name>
    <message>
        <source>No finite values</source>
        <translation>没有有限值</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::DistributionChart</name>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%2 步中的 %1 步</translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets</source>
        <translation>
            <numerusform>%n 个区间</numerusform>
        </translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message numerus="yes">
        <source>NaN in %n steps</source>
        <translation>
            <numerusform>%n 步有 NaN</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>∞ in %n steps</source>
        <translation>
            <numerusform>%n 步有 ∞</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unreadable</source>
        <translation>
            <numerusform>%n 条无法读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n without a place on the axis</source>
        <translation>
            <numerusform>%n 条在坐标轴上没有位置</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n mended</source>
        <translation>
            <numerusform>%n 条已修正</numerusform>
        </translation>
    </message>
    <message>
        <source>Statistics without buckets: see the curves beside</source>
        <translation>只有统计值，没有区间：请看旁边的曲线</translation>
    </message>
    <message>
        <source>No buckets to show</source>
        <translation>没有可显示的区间</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::DistributionsView</name>
    <message>
        <source>Filter tags: name or regex</source>
        <translation>筛选标签：名称或正则表达式</translation>
    </message>
    <message>
        <source>Ridges</source>
        <translation>山脊图</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>叠加</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Percentiles</source>
        <translation>百分位</translation>
    </message>
    <message>
        <source>Kind of chart</source>
        <translation>图表类型</translation>
    </message>
    <message>
        <source>Ridges: a line per step, the newest in front. Overlay: all steps on one ground. Heat map: steps to the right, darker or lighter where more elements are. Percentiles: the median, and bands of 0.5, 1 and 1.5 standard deviations to the extremes</source>
        <translation>山脊图：每步一条线，最新的在最前面。叠加：所有步在同一基线上。热力图：横轴为步，元素越多颜色越深或越亮。百分位：中位数，以及 0.5、1、1.5 个标准差直到极值的色带</translation>
    </message>
    <message>
        <source>Buckets</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>绝对时间</translation>
    </message>
    <message>
        <source>Axis of steps</source>
        <translation>迭代坐标轴</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Tensor statistics over steps</source>
        <translation>张量统计随迭代的变化</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message>
        <source>The shown runs have recorded no tensor statistics or histograms, such as those of weights and gradients</source>
        <translation>所显示的训练没有记录张量统计或直方图，例如权重和梯度</translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n 个序列</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n series</source>
        <translation>
            <numerusform>%n 个序列中的 %1 个</numerusform>
        </translation>
    </message>
    <message>
        <source>No step</source>
        <translation>没有迭代</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>区间</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>个数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+∞</source>
        <translation>+∞</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
    <message>
        <source>Mended</source>
        <translation>已修正</translation>
    </message>
    <message numerus="yes">
        <source>%n open ends</source>
        <translation>
            <numerusform>%n 个开放端点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bad counts</source>
        <translation>
            <numerusform>%n 个无效计数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n buckets joined</source>
        <translation>
            <numerusform>合并了 %n 个区间</numerusform>
        </translation>
    </message>
    <message>
        <source>Exporting distributions</source>
        <translation>正在导出分布</translation>
    </message>
    <message>
        <source>Distributions</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>Distribution of %1</source>
        <translation>%1 的分布</translation>
    </message>
    <message>
        <source>Exact</source>
        <translation>原始</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>MindInsight</source>
        <translation>MindInsight</translation>
    </message>
    <message>
        <source>Exact buckets as recorded. As TensorBoard: 30 even buckets over all steps. As MindInsight: 1 to 30 even buckets by the number of elements, counts rounded up</source>
        <translation>原始：按记录显示。同 TensorBoard：所有步共用 30 个等宽区间。同 MindInsight：按元素个数取 1 到 30 个等宽区间，计数向上取整</translation>
    </message>
    <message>
        <source>Logarithm</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>The logarithm of counts; of percentiles that of the values, even near zero</source>
        <translation>对计数取对数；百分位图中对数值取对数，零附近为线性</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::FactList</name>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>复制全部</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::FindingList</name>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::GraphCanvas</name>
    <message>
        <source>Computational graph</source>
        <translation>计算图</translation>
    </message>
    <message>
        <source>%1, sum of the mean times inside</source>
        <translation>%1，内部平均耗时之和</translation>
    </message>
    <message>
        <source>%1, mean of a call</source>
        <translation>%1，单次调用平均</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::GraphFacts</name>
    <message>
        <source>and %1 more</source>
        <translation>及另外 %1 个</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>命名空间</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>In the IR</source>
        <translation>在 IR 中</translation>
    </message>
    <message>
        <source>Mean time</source>
        <translation>平均耗时</translation>
    </message>
    <message>
        <source>Total time</source>
        <translation>总耗时</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>调用次数</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Output %1</source>
        <translation>输出 %1</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Runs after</source>
        <translation>执行于其后</translation>
    </message>
    <message>
        <source>Input %1</source>
        <translation>输入 %1</translation>
    </message>
    <message>
        <source>Read by</source>
        <translation>使用者</translation>
    </message>
    <message>
        <source>Fused from</source>
        <translation>融合自</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>属性</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>行</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>First seen in</source>
        <translation>首次出现于</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::GraphHeader</name>
    <message>
        <source>Find node, operator or %id</source>
        <translation>查找节点、算子或 %id</translation>
    </message>
    <message>
        <source>Graph or pass</source>
        <translation>计算图或 Pass</translation>
    </message>
    <message>
        <source>Graph or pass to show</source>
        <translation>要显示的计算图或 Pass</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Fit the whole graph</source>
        <translation>显示整个计算图</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::GraphStatus</name>
    <message>
        <source>Loading the graph</source>
        <translation>正在加载计算图</translation>
    </message>
    <message>
        <source>Laying out</source>
        <translation>正在布局</translation>
    </message>
    <message>
        <source>%1, simple layout: the dot program was not found (package graphviz)</source>
        <translation>%1，简单布局：未找到 dot 程序（graphviz 软件包）</translation>
    </message>
    <message>
        <source>%1, simple layout: too many boxes for dot</source>
        <translation>%1，简单布局：节点过多，dot 无法处理</translation>
    </message>
    <message>
        <source>%1, simple layout: dot took longer than 2 s</source>
        <translation>%1，简单布局：dot 耗时超过 2 秒</translation>
    </message>
    <message>
        <source>%1, simple layout: dot failed</source>
        <translation>%1，简单布局：dot 失败</translation>
    </message>
    <message>
        <source>%1, laid out by dot in %2</source>
        <translation>%1，由 dot 布局，用时 %2</translation>
    </message>
    <message>
        <source>%1, laid out in %2</source>
        <translation>%1，布局用时 %2</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::GraphView</name>
    <message>
        <source>No run that is shown has recorded a graph or IR</source>
        <translation>所显示的训练均未记录计算图或 IR</translation>
    </message>
    <message>
        <source>No node matches</source>
        <translation>没有匹配的节点</translation>
    </message>
    <message>
        <source>Graph node</source>
        <translation>计算图节点</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::HeatMap</name>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+∞</source>
        <translation>+∞</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::HoverTable</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Smoothed</source>
        <translation>平滑值</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ImportanceChart</name>
    <message>
        <source>Importance of parameters</source>
        <translation>参数重要性</translation>
    </message>
    <message>
        <source>No metric differs between these runs: there is nothing to compare with</source>
        <translation>这些训练的度量指标没有差异：无从比较</translation>
    </message>
    <message>
        <source>Correlation with %1</source>
        <translation>与 %1 的相关性</translation>
    </message>
    <message>
        <source>More than two texts: they have no order</source>
        <translation>取值为两种以上的文本：没有大小顺序</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) with both values: at least 3 are needed</source>
        <translation>
            <numerusform>仅 %n 次训练同时有这两个值：至少需要 3 次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same in all %n run(s)</source>
        <translation>
            <numerusform>在全部 %n 次训练中相同</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The metric is the same in all %n run(s)</source>
        <translation>
            <numerusform>度量指标在全部 %n 次训练中相同</numerusform>
        </translation>
    </message>
    <message>
        <source>r %1, rank %2, n = %3</source>
        <translation>r %1，秩 %2，n = %3</translation>
    </message>
    <message>
        <source>%1; %2 = 0, %3 = 1</source>
        <translation>%1；%2 = 0，%3 = 1</translation>
    </message>
    <message>
        <source>Pearson (straight line)</source>
        <translation>Pearson（线性）</translation>
    </message>
    <message>
        <source>Spearman (rank)</source>
        <translation>Spearman（秩）</translation>
    </message>
    <message numerus="yes">
        <source>over %n run(s)</source>
        <translation>
            <numerusform>基于 %n 次训练</numerusform>
        </translation>
    </message>
    <message>
        <source>These runs have no parameters</source>
        <translation>这些训练没有参数</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::IrView</name>
    <message>
        <source>Next pass</source>
        <translation>下一个 Pass</translation>
    </message>
    <message>
        <source>Previous pass</source>
        <translation>上一个 Pass</translation>
    </message>
    <message>
        <source>Find in this pass</source>
        <translation>在此 Pass 中查找</translation>
    </message>
    <message>
        <source>Previous pass (K)</source>
        <translation>上一个 Pass（K）</translation>
    </message>
    <message>
        <source>Next pass (J)</source>
        <translation>下一个 Pass（J）</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>No run that is shown has recorded IR of its passes</source>
        <translation>所显示的训练均未记录各 Pass 的 IR</translation>
    </message>
    <message>
        <source>IR pass</source>
        <translation>IR Pass</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::Lineage</name>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>度量指标</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>%1 (last)</source>
        <translation>%1（末值）</translation>
    </message>
    <message>
        <source>%1 (min)</source>
        <translation>%1（最小）</translation>
    </message>
    <message>
        <source>%1 (max)</source>
        <translation>%1（最大）</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已结束</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>运行中</translation>
    </message>
    <message>
        <source>Crashed</source>
        <translation>异常终止</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::LineageView</name>
    <message>
        <source>Filter runs: text, or learning_rate&gt;0.01</source>
        <translation>筛选训练：文本，或 learning_rate&gt;0.01</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>筛选训练</translation>
    </message>
    <message>
        <source>Words that must all hold: a text of the name, tags, remark or a shown column, or a comparison such as loss&lt;0.1</source>
        <translation>所有条件须同时满足：名称、标签、备注或所显示列中的文本，或形如 loss&lt;0.1 的比较</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Choose which parameters, metrics and facts are shown</source>
        <translation>选择要显示的参数、度量指标和信息</translation>
    </message>
    <message>
        <source>Shown runs only</source>
        <translation>仅显示的训练</translation>
    </message>
    <message>
        <source>Leave out runs that are not checked in the list of runs</source>
        <translation>不列出训练列表中未勾选的训练</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>Scatter matrix</source>
        <translation>散点矩阵</translation>
    </message>
    <message>
        <source>Importance</source>
        <translation>重要性</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>度量指标</translation>
    </message>
    <message>
        <source>The metric that colours the runs, and that parameters are compared with</source>
        <translation>用于给训练着色、并与参数比较的度量指标</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>着色</translation>
    </message>
    <message>
        <source>Colour the runs by the metric; otherwise they have the colours they have everywhere</source>
        <translation>按度量指标给训练着色；否则使用训练在各视图中的颜色</translation>
    </message>
    <message>
        <source>%1 of %2 runs, %3 of %4 columns</source>
        <translation>%1 / %2 次训练，%3 / %4 列</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n not read yet</source>
        <translation>
            <numerusform>%1，%n 次尚未读取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n more column(s) left out</source>
        <translation>
            <numerusform>%1，另有 %n 列未列出</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n problem(s)</source>
        <translation>
            <numerusform>%1，%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Open in the overview</source>
        <translation>在总览中打开</translation>
    </message>
    <message>
        <source>Show in all views</source>
        <translation>在所有视图中显示</translation>
    </message>
    <message>
        <source>Take from the views</source>
        <translation>从视图中移除</translation>
    </message>
    <message>
        <source>Edit tags</source>
        <translation>编辑标签</translation>
    </message>
    <message>
        <source>Edit remark</source>
        <translation>编辑备注</translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>颜色 %1</translation>
    </message>
    <message>
        <source>Hide this column</source>
        <translation>隐藏此列</translation>
    </message>
    <message>
        <source>Choose columns…</source>
        <translation>选择列…</translation>
    </message>
    <message>
        <source>No parameters or metrics were recorded: record what the training was made with, and what came out</source>
        <translation>没有记录参数或度量指标：请记录训练所用的参数和得到的结果</translation>
    </message>
    <message>
        <source>No run has this</source>
        <translation>没有符合条件的训练</translation>
    </message>
    <message>
        <source>There is no column %1</source>
        <translation>没有名为 %1 的列</translation>
    </message>
    <message numerus="yes">
        <source>Clear %n brush(es)</source>
        <translation>
            <numerusform>清除 %n 个选区</numerusform>
        </translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>溯源</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MatchSearch</name>
    <message>
        <source>Previous match</source>
        <translation>上一个匹配</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>下一个匹配</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaBody</name>
    <message>
        <source>Pixel %1, %2</source>
        <translation>像素 %1, %2</translation>
    </message>
    <message>
        <source>Red, green, blue</source>
        <translation>红、绿、蓝</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>不透明度</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaCell</name>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Open in player</source>
        <translation>用播放器打开</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Writes the sound into a temporary file and opens it with the player of the desktop</source>
        <translation>把音频写入临时文件，并用桌面的播放器打开</translation>
    </message>
    <message>
        <source>%1 · %2/%3</source>
        <translation>%1 · %2/%3</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaContent</name>
    <message numerus="yes">
        <source>first of %n frames</source>
        <translation>
            <numerusform>共 %n 帧，显示第一帧</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images</source>
        <translation>
            <numerusform>%n 幅图像</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 幅</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot be shown</source>
        <translation>
            <numerusform>%n 幅无法显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bits</source>
        <translation>
            <numerusform>%n 位</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n channels</source>
        <translation>
            <numerusform>%n 声道</numerusform>
        </translation>
    </message>
    <message>
        <source>cut short</source>
        <translation>不完整</translation>
    </message>
    <message numerus="yes">
        <source>first of %n clips</source>
        <translation>
            <numerusform>共 %n 段，显示第一段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n points</source>
        <translation>
            <numerusform>%n 个点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n faces</source>
        <translation>
            <numerusform>%n 个面</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n bad faces</source>
        <translation>
            <numerusform>%n 个无效面</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n points that are no numbers</source>
        <translation>
            <numerusform>%n 个点不是数字</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was recorded here</source>
        <translation>这里没有记录</translation>
    </message>
    <message>
        <source>the first part of %1</source>
        <translation>%1 的开头部分</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::MediaView</name>
    <message>
        <source>No step</source>
        <translation>没有迭代</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>The shown runs have recorded no images, texts, sounds or meshes</source>
        <translation>所显示的训练没有记录图像、文本、音频或网格</translation>
    </message>
    <message>
        <source>Filter tags: name or regex</source>
        <translation>筛选标签：名称或正则表达式</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>所有类型</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Sounds</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>Meshes</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Real size</source>
        <translation>实际大小</translation>
    </message>
    <message>
        <source>Size of images</source>
        <translation>图像大小</translation>
    </message>
    <message>
        <source>Ctrl and wheel zoom, a drag moves, a double click fits</source>
        <translation>Ctrl 加滚轮缩放，拖动移动，双击适应</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>亮度</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>对比度</translation>
    </message>
    <message>
        <source>Images as recorded</source>
        <translation>恢复为记录的图像</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n 个序列</numerusform>
        </translation>
    </message>
    <message>
        <source>Save as recorded</source>
        <translation>按原样保存</translation>
    </message>
    <message>
        <source>The desktop has no player for it</source>
        <translation>桌面没有可用的播放器</translation>
    </message>
    <message>
        <source>Media</source>
        <translation>媒体</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::NumberFormat</name>
    <message>
        <source>ns</source>
        <translation>ns</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>d MMM yyyy, HH:mm:ss</source>
        <comment>format of a date</comment>
        <translation>yyyy年M月d日 HH:mm:ss</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>format of a date</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <comment>format of a date</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OperatorChart</name>
    <message>
        <source>Operators with the most self time</source>
        <translation>自身耗时最多的算子</translation>
    </message>
    <message numerus="yes">
        <source>%n others</source>
        <translation>
            <numerusform>其他 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>self time</source>
        <translation>自身耗时</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OperatorTableModel</name>
    <message>
        <source>Host, other</source>
        <translation>主机及其他</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Data wait</source>
        <translation>数据等待</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Compile</source>
        <translation>编译</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>（无名称）</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Self</source>
        <translation>自身</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Average</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Share of self time</source>
        <translation>自身耗时占比</translation>
    </message>
    <message>
        <source>Type of the operator, or full name of the node</source>
        <translation>算子类型，或节点全名</translation>
    </message>
    <message>
        <source>Type of the operator</source>
        <translation>算子类型</translation>
    </message>
    <message>
        <source>How often it ran</source>
        <translation>执行次数</translation>
    </message>
    <message>
        <source>Time from begin to end, including what ran inside it</source>
        <translation>从开始到结束的时间，包含内部执行的内容</translation>
    </message>
    <message>
        <source>Time in which nothing else ran inside it</source>
        <translation>内部没有其他内容执行的时间</translation>
    </message>
    <message>
        <source>Shortest run</source>
        <translation>最短一次执行</translation>
    </message>
    <message>
        <source>Total time divided by the count</source>
        <translation>总耗时除以次数</translation>
    </message>
    <message>
        <source>Longest run</source>
        <translation>最长一次执行</translation>
    </message>
    <message>
        <source>Self time divided by the self time of all rows</source>
        <translation>自身耗时占全部行自身耗时的比例</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OperatorsView</name>
    <message>
        <source>By type</source>
        <translation>按类型</translation>
    </message>
    <message>
        <source>By node</source>
        <translation>按节点</translation>
    </message>
    <message>
        <source>Filter operators</source>
        <translation>筛选算子</translation>
    </message>
    <message>
        <source>Filter operators by name or type</source>
        <translation>按名称或类型筛选算子</translation>
    </message>
    <message>
        <source>Graph nodes only</source>
        <translation>仅计算图节点</translation>
    </message>
    <message>
        <source>Leave out spans that belong to no node of the graph</source>
        <translation>略去不属于任何计算图节点的片段</translation>
    </message>
    <message>
        <source>Selected time only</source>
        <translation>仅所选时间</translation>
    </message>
    <message>
        <source>Only what ran in the selected time, steps or step</source>
        <translation>仅所选时间或迭代内执行的内容</translation>
    </message>
    <message>
        <source>No operator has this in its name</source>
        <translation>没有名称包含此内容的算子</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>No operators were recorded: run the training with a collector that records what it does when</source>
        <translation>未记录算子：请使用会记录执行过程的采集器进行训练</translation>
    </message>
    <message>
        <source>Largest nodes</source>
        <translation>耗时最多的节点</translation>
    </message>
    <message>
        <source>Largest operators</source>
        <translation>耗时最多的算子</translation>
    </message>
    <message>
        <source>%1 spans, %2 self time</source>
        <translation>%1 个片段，自身耗时 %2</translation>
    </message>
    <message>
        <source>%1 in the selected %2</source>
        <translation>%1，于所选 %2 内</translation>
    </message>
    <message>
        <source>%1, nothing is selected</source>
        <translation>%1，未选择任何内容</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::OverviewView</name>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Tensor statistics</source>
        <translation>张量统计</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 曲线</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>Hyper-parameters</source>
        <translation>超参数</translation>
    </message>
    <message>
        <source>Lineage</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>Loss landscapes</source>
        <translation>损失地形图</translation>
    </message>
    <message>
        <source>Explanations</source>
        <translation>模型解释</translation>
    </message>
    <message>
        <source>Other records</source>
        <translation>其他记录</translation>
    </message>
    <message>
        <source>Trace</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1 spans</source>
        <translation>%1 个片段</translation>
    </message>
    <message numerus="yes">
        <source>%n tracks</source>
        <translation>
            <numerusform>%n 条轨道</numerusform>
        </translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>计数器</translation>
    </message>
    <message numerus="yes">
        <source>%n counters</source>
        <translation>
            <numerusform>%n 个计数器</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation>%1 个采样</translation>
    </message>
    <message>
        <source>%1 of kind %2: %3</source>
        <translation>%2 类 %1 条：%3</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 条记录</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>跳过</translation>
    </message>
    <message numerus="yes">
        <source>%n places</source>
        <translation>
            <numerusform>%n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue, peak</source>
        <translation>队列峰值</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>时钟</translation>
    </message>
    <message>
        <source>Collected</source>
        <translation>采集</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 个点</translation>
    </message>
    <message>
        <source>Graphs</source>
        <translation>计算图</translation>
    </message>
    <message numerus="yes">
        <source>%n graphs</source>
        <translation>
            <numerusform>%n 个计算图</numerusform>
        </translation>
    </message>
    <message>
        <source>IR</source>
        <translation>IR</translation>
    </message>
    <message numerus="yes">
        <source>%n passes</source>
        <translation>
            <numerusform>%n 个 Pass</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>%1 events</source>
        <translation>%1 个事件</translation>
    </message>
    <message>
        <source>Data queue</source>
        <translation>数据队列</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>源文件</translation>
    </message>
    <message numerus="yes">
        <source>%n files</source>
        <translation>
            <numerusform>%n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>已记录</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习过程</translation>
    </message>
    <message>
        <source>Where a step goes</source>
        <translation>一步的时间去向</translation>
    </message>
    <message>
        <source>Open in Timeline</source>
        <translation>在时间线中打开</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>诊断结果</translation>
    </message>
    <message>
        <source>Slowest operators</source>
        <translation>最慢的算子</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步耗时</translation>
    </message>
    <message>
        <source>ms, every step</source>
        <translation>毫秒，每一步</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>第 %1 轮，共 %2 轮</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>from step %1 to step %2</source>
        <translation>从迭代 %1 到迭代 %2</translation>
    </message>
    <message>
        <source>Step, median</source>
        <translation>单步中位数</translation>
    </message>
    <message>
        <source>p95 %1</source>
        <translation>p95 %1</translation>
    </message>
    <message>
        <source>%1 ns, over %2 steps</source>
        <translation>%1 ns，共 %2 步</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐率</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>batch size ÷ median step: %1 per second</source>
        <translation>批大小 ÷ 单步中位数：每秒 %1</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始于</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
    <message>
        <source>%1 weights</source>
        <translation>%1 个权重</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>%1 threads</source>
        <translation>%1 个线程</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>命令行</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>启动次数</translation>
    </message>
    <message>
        <source>Other shown runs: %1</source>
        <translation>其他显示的训练：%1</translation>
    </message>
    <message>
        <source>No run is shown; check one in the list of runs</source>
        <translation>没有显示的训练；请在训练列表中勾选一个</translation>
    </message>
    <message numerus="yes">
        <source>%n differ from shown runs</source>
        <translation>
            <numerusform>%n 项与显示的训练不同</numerusform>
        </translation>
    </message>
    <message>
        <source>complete</source>
        <translation>完整</translation>
    </message>
    <message>
        <source>something is missing</source>
        <translation>有缺失</translation>
    </message>
    <message numerus="yes">
        <source>%n findings</source>
        <translation>
            <numerusform>%n 项发现</numerusform>
        </translation>
    </message>
    <message>
        <source>values at the end</source>
        <translation>数值为末值</translation>
    </message>
    <message>
        <source>event files</source>
        <translation>事件文件</translation>
    </message>
    <message numerus="yes">
        <source>%n records</source>
        <translation>
            <numerusform>%n 条记录</numerusform>
        </translation>
    </message>
    <message>
        <source>Queue, limit</source>
        <translation>队列上限</translation>
    </message>
    <message numerus="yes">
        <source>every %n steps</source>
        <translation>
            <numerusform>每 %n 个迭代</numerusform>
        </translation>
    </message>
    <message>
        <source>1 record</source>
        <translation>1 条记录</translation>
    </message>
    <message>
        <source>own time; share of all operators</source>
        <translation>自身耗时；占全部算子的比例</translation>
    </message>
    <message numerus="yes">
        <source>%n cores</source>
        <translation>
            <numerusform>%n 核</numerusform>
        </translation>
    </message>
    <message>
        <source>values at step %1</source>
        <translation>数值取自迭代 %1</translation>
    </message>
    <message>
        <source>%1 in its colour, the other shown runs in grey; %2</source>
        <translation>%1 用其颜色，其他显示的训练为灰色；%2</translation>
    </message>
    <message>
        <source>mean of the typical steps of %1–%2, %3</source>
        <translation>迭代 %1–%2 中典型迭代的均值，%3</translation>
    </message>
    <message>
        <source>All operators</source>
        <translation>全部算子</translation>
    </message>
    <message>
        <source>This run has neither scalars nor spans; the left column lists what it has</source>
        <translation>此训练既无标量也无片段；左栏列出其内容</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ParallelChart</name>
    <message>
        <source>Parallel coordinates</source>
        <translation>平行坐标</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>NaN or ∞</source>
        <translation>NaN 或 ∞</translation>
    </message>
    <message>
        <source>No value</source>
        <translation>无值</translation>
    </message>
    <message>
        <source>Show a column with values to give it an axis</source>
        <translation>显示有值的列，即可得到坐标轴</translation>
    </message>
    <message numerus="yes">
        <source>%n more axes have no room</source>
        <translation>
            <numerusform>另有 %n 个坐标轴放不下</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) hold too many different texts for an axis</source>
        <translation>
            <numerusform>%n 列的不同文本过多，无法作为坐标轴</numerusform>
        </translation>
    </message>
    <message>
        <source>linear</source>
        <translation>线性</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PassDiff</name>
    <message>
        <source>created</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>fused from %1 nodes</source>
        <translation>由 %1 个节点融合</translation>
    </message>
    <message>
        <source>became %1 nodes</source>
        <translation>拆分为 %1 个节点</translation>
    </message>
    <message>
        <source>fused into %1</source>
        <translation>融合进 %1</translation>
    </message>
    <message>
        <source>replaced by %1</source>
        <translation>被 %1 替换</translation>
    </message>
    <message>
        <source>shape known</source>
        <translation>形状已知</translation>
    </message>
    <message>
        <source>reshaped from %1</source>
        <translation>形状由 %1 变化而来</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未变化</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>已移除</translation>
    </message>
    <message>
        <source>%1 nodes derived from it</source>
        <translation>由它派生出 %1 个节点</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PassList</name>
    <message>
        <source>Passes</source>
        <translation>Pass</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PassModel</name>
    <message>
        <source>first pass</source>
        <translation>首个 Pass</translation>
    </message>
    <message>
        <source>no change</source>
        <translation>无变化</translation>
    </message>
    <message>
        <source>%1 of %2
%3 nodes, %4
%5 added, %6 removed, %7 changed, %8 reshaped against the pass before</source>
        <translation>%1 / %2
%3 个节点，%4
相对上一个 Pass：新增 %5，移除 %6，变化 %7，变形 %8</translation>
    </message>
    <message>
        <source>duration unknown</source>
        <translation>时长未知</translation>
    </message>
    <message>
        <source>%1, first pass</source>
        <translation>%1，首个 Pass</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PassPane</name>
    <message>
        <source>Passes</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>+ added  − removed</source>
        <translation>+ 新增  − 移除</translation>
    </message>
    <message>
        <source>~ changed  ⇆ reshaped</source>
        <translation>~ 变化  ⇆ 变形</translation>
    </message>
    <message>
        <source>J, K: next, previous pass</source>
        <translation>J、K：下一个、上一个 Pass</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PassTextPane</name>
    <message>
        <source>IR</source>
        <translation>IR</translation>
    </message>
    <message>
        <source>IR text</source>
        <translation>IR 文本</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 行</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PrChart</name>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>No step</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>%1 · %2/%3</source>
        <translation>%1 · %2/%3</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>True positives</source>
        <translation>真正例</translation>
    </message>
    <message>
        <source>False positives</source>
        <translation>假正例</translation>
    </message>
    <message>
        <source>True negatives</source>
        <translation>真负例</translation>
    </message>
    <message>
        <source>False negatives</source>
        <translation>假负例</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>平均精确率</translation>
    </message>
    <message>
        <source>AP %1</source>
        <translation>AP %1</translation>
    </message>
    <message>
        <source>no point with a precision</source>
        <translation>没有精确率有定义的点</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PrCurvesView</name>
    <message>
        <source>The shown runs have recorded no precision–recall curves</source>
        <translation>所显示的训练没有记录精确率-召回率曲线</translation>
    </message>
    <message>
        <source>Filter tags: name or regex</source>
        <translation>筛选标签：名称或正则表达式</translation>
    </message>
    <message>
        <source>AP = Σ (Rₙ − Rₙ₋₁) · Pₙ</source>
        <translation>AP = Σ (Rₙ − Rₙ₋₁) · Pₙ</translation>
    </message>
    <message>
        <source>Average precision: over the thresholds from high to low, the step of recall times the precision; recall starts at 0</source>
        <translation>平均精确率：阈值由高到低，召回率的增量乘以精确率再求和；召回率从 0 开始</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>PR curve</source>
        <translation>PR 曲线</translation>
    </message>
    <message>
        <source>Exporting PR curves</source>
        <translation>正在导出 PR 曲线</translation>
    </message>
    <message>
        <source>PR curves</source>
        <translation>PR 曲线</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::PropertyList</name>
    <message>
        <source>Copy value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>复制全部</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::RunProgressBar</name>
    <message>
        <source>%1 of %2 steps</source>
        <translation>%1 / %2 步</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::RunTableModel</name>
    <message>
        <source>This run has no value of this name</source>
        <translation>此训练没有这一项的值</translation>
    </message>
    <message>
        <source>This run has not been read yet</source>
        <translation>此训练尚未读取</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2
%n run(s) have a value</source>
        <translation>
            <numerusform>%1：%2
%n 次训练有值</numerusform>
        </translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Checked runs are shown in all views</source>
        <translation>勾选的训练会显示在所有视图中</translation>
    </message>
    <message>
        <source>Double click a cell to edit it; kept in your settings</source>
        <translation>双击单元格即可编辑；保存在您的设置中</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ScalarsView</name>
    <message>
        <source>Filter tags: name or regex</source>
        <translation>筛选标签：名称或正则</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑度</translation>
    </message>
    <message>
        <source>Exponential moving average without start bias, over all points; 0 shows the values as recorded</source>
        <translation>对全部点做无起始偏差的指数滑动平均；0 为原始记录值</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相对时间</translation>
    </message>
    <message>
        <source>Wall</source>
        <translation>绝对时间</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>y auto</source>
        <translation>y 自动</translation>
    </message>
    <message>
        <source>y linear</source>
        <translation>y 线性</translation>
    </message>
    <message>
        <source>y log</source>
        <translation>y 对数</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>纵轴</translation>
    </message>
    <message>
        <source>Columns by width</source>
        <translation>按宽度分列</translation>
    </message>
    <message numerus="yes">
        <source>%n columns</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message>
        <source>The shown runs have recorded no scalars, such as a loss or an accuracy</source>
        <translation>所显示的训练未记录标量，例如损失值或准确率</translation>
    </message>
    <message numerus="yes">
        <source>%n tags</source>
        <translation>
            <numerusform>%n 个标签</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n tags</source>
        <translation>
            <numerusform>%1 / %n 个标签</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
    <message>
        <source>Scalars</source>
        <translation>标量</translation>
    </message>
    <message>
        <source>Scalar tag</source>
        <translation>标量标签</translation>
    </message>
    <message>
        <source>General</source>
        <translation>常规</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::ScatterMatrix</name>
    <message>
        <source>Scatter matrix</source>
        <translation>散点矩阵</translation>
    </message>
    <message>
        <source>The first %1 of %2 columns that can be drawn</source>
        <translation>可绘制的 %2 列中的前 %1 列</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) lack a finite value in some of these columns</source>
        <translation>
            <numerusform>%n 次训练在其中某些列没有有限值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, log</source>
        <translation>%1，对数</translation>
    </message>
    <message>
        <source>Show two columns with values to compare them</source>
        <translation>显示两个有值的列以进行比较</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::SeriesModel</name>
    <message>
        <source>statistics</source>
        <translation>统计</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>image</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>audio</source>
        <translation>音频</translation>
    </message>
    <message>
        <source>mesh</source>
        <translation>网格</translation>
    </message>
    <message>
        <source>%1, rank %2</source>
        <translation>%1，rank %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::SliceBar</name>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Dimension %1</source>
        <translation>维度 %1</translation>
    </message>
    <message>
        <source>Dimension %1 of size %2: an index, or “:” for all of it. One or two open dimensions make the table and the heat map</source>
        <translation>维度 %1，大小 %2：填下标，或用“:”表示全部。展开一个或两个维度时显示表格和热力图</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::SlowestOperators</name>
    <message>
        <source>%1 ns of own time in %2 calls</source>
        <translation>自身耗时 %1 ns，共 %2 次调用</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::SourcePane</name>
    <message>
        <source>Source</source>
        <translation>源码</translation>
    </message>
    <message>
        <source>Select a line to see where it comes from</source>
        <translation>选择一行，查看它的来源</translation>
    </message>
    <message>
        <source>%1, from this machine: it may have changed since</source>
        <translation>%1，取自本机：可能已有改动</translation>
    </message>
    <message>
        <source>%1, as printed in the IR: the file was not recorded</source>
        <translation>%1，取自 IR 中的打印：未记录该文件</translation>
    </message>
    <message>
        <source>%1 was not recorded</source>
        <translation>未记录 %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::SpanSearchBar</name>
    <message>
        <source>Search spans</source>
        <translation>搜索片段</translation>
    </message>
    <message>
        <source>Search spans by name</source>
        <translation>按名称搜索片段</translation>
    </message>
    <message>
        <source>Previous hit (Shift+Enter)</source>
        <translation>上一个结果（Shift+Enter）</translation>
    </message>
    <message>
        <source>Next hit (Enter)</source>
        <translation>下一个结果（Enter）</translation>
    </message>
    <message>
        <source>No span has this in its name</source>
        <translation>没有名称包含此内容的片段</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::StatisticsPanel</name>
    <message>
        <source>Tensor statistics</source>
        <translation>张量统计</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2 范数</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零的个数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+∞</source>
        <translation>+∞</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::StepSplitBar</name>
    <message>
        <source>Where a step goes</source>
        <translation>一步的时间去向</translation>
    </message>
    <message>
        <source>Data wait</source>
        <translation>数据等待</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>%1, %2: mean %3 (%4 ns), %5 of a step</source>
        <translation>%1，%2：均值 %3（%4 ns），占迭代的 %5</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::StepStrip</name>
    <message>
        <source>Steps and overview</source>
        <translation>迭代与概览</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>rank %1</translation>
    </message>
    <message numerus="yes">
        <source>%n ranks</source>
        <translation>
            <numerusform>%n 个 rank</numerusform>
        </translation>
    </message>
    <message>
        <source>vs median %1</source>
        <translation>相对中位数 %1</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>总览</translation>
    </message>
    <message>
        <source>Step %1, rank %2
%3, %4 against the median</source>
        <translation>迭代 %1，rank %2
%3，相对中位数 %4</translation>
    </message>
    <message>
        <source>−%1 %</source>
        <translation>−%1 %</translation>
    </message>
    <message>
        <source>+%1 %</source>
        <translation>+%1 %</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::Table</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>导出 CSV…</translation>
    </message>
    <message>
        <source>Export CSV</source>
        <translation>导出 CSV</translation>
    </message>
    <message>
        <source>CSV files (*.csv)</source>
        <translation>CSV 文件 (*.csv)</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorFacts</name>
    <message>
        <source>Facts of the tensor</source>
        <translation>张量信息</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Whole tensor</source>
        <translation>整个张量</translation>
    </message>
    <message>
        <source>Go to the first NaN</source>
        <translation>转到第一个 NaN</translation>
    </message>
    <message>
        <source>Go to the first +∞</source>
        <translation>转到第一个 +∞</translation>
    </message>
    <message>
        <source>Go to the first −∞</source>
        <translation>转到第一个 −∞</translation>
    </message>
    <message>
        <source>Go to the minimum</source>
        <translation>转到最小值</translation>
    </message>
    <message>
        <source>Go to the maximum</source>
        <translation>转到最大值</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Go to the largest difference</source>
        <translation>转到最大差异</translation>
    </message>
    <message>
        <source>Go to the first beyond the tolerance</source>
        <translation>转到第一个超出容差的元素</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Declared</source>
        <translation>声明的形状</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最小值</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>of magnitudes</source>
        <translation>按模计算</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2 范数</translation>
    </message>
    <message>
        <source>Zeros</source>
        <translation>零的个数</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+∞</source>
        <translation>+∞</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
    <message>
        <source>Whole difference</source>
        <translation>整体差异</translation>
    </message>
    <message>
        <source>Beyond</source>
        <translation>超出容差</translation>
    </message>
    <message>
        <source>Largest |a − b|</source>
        <translation>最大 |a − b|</translation>
    </message>
    <message>
        <source>With NaN</source>
        <translation>含 NaN</translation>
    </message>
    <message>
        <source>Slice %1</source>
        <translation>切片 %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorHistogram</name>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>+∞</source>
        <translation>+∞</translation>
    </message>
    <message>
        <source>−∞</source>
        <translation>−∞</translation>
    </message>
    <message>
        <source>Elements, logarithmic</source>
        <translation>元素（对数）</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>No finite values to count</source>
        <translation>没有可统计的有限值</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorListModel</name>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorLoader</name>
    <message>
        <source>Nothing was recorded here</source>
        <translation>这里没有记录</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorTable</name>
    <message>
        <source>Values</source>
        <translation>数值</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>More than %1 cells are not copied: export the slice as CSV</source>
        <translation>不复制超过 %1 个单元格：请将切片导出为 CSV</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorTableModel</name>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TensorsView</name>
    <message>
        <source>No step</source>
        <translation>没有步</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>迭代 %1</translation>
    </message>
    <message>
        <source>This is the first step: there is none before it</source>
        <translation>这是第一个迭代，之前没有其他迭代</translation>
    </message>
    <message>
        <source>The other run has no such tensor</source>
        <translation>另一训练没有此张量</translation>
    </message>
    <message>
        <source>%1 · %2/%3</source>
        <translation>%1 · %2/%3</translation>
    </message>
    <message>
        <source>Strings have no difference</source>
        <translation>字符串无法求差</translation>
    </message>
    <message>
        <source>The shapes differ: %1 and %2</source>
        <translation>形状不同：%1 和 %2</translation>
    </message>
    <message>
        <source>b: %1</source>
        <translation>b：%1</translation>
    </message>
    <message>
        <source>The record does not say the shape: all %1 elements are shown in one dimension</source>
        <translation>记录没有说明形状：全部 %1 个元素按一维显示</translation>
    </message>
    <message>
        <source>The declared shape %1 has a negative dimension: the %2 elements that are there are shown in one dimension</source>
        <translation>声明的形状 %1 含负维度：现有的 %2 个元素按一维显示</translation>
    </message>
    <message>
        <source>The declared shape %1 has more elements than can be counted: the %2 that are there are shown in one dimension</source>
        <translation>声明的形状 %1 的元素多得无法计数：现有的 %2 个按一维显示</translation>
    </message>
    <message>
        <source>The declared shape %1 wants %2 elements, but only %3 are there: they are shown in one dimension</source>
        <translation>声明的形状 %1 需要 %2 个元素，但只有 %3 个：它们按一维显示</translation>
    </message>
    <message>
        <source>The declared shape %1 wants %2 elements, but the payload is longer: its %3 elements are shown in one dimension</source>
        <translation>声明的形状 %1 需要 %2 个元素，但数据更长：其 %3 个元素按一维显示</translation>
    </message>
    <message>
        <source>This tensor has no elements: its shape is %1</source>
        <translation>此张量没有元素：其形状为 %1</translation>
    </message>
    <message>
        <source>Strings have a table only</source>
        <translation>字符串只有表格</translation>
    </message>
    <message numerus="yes">
        <source>%n dimensions are open: give an index to all but one or two of them</source>
        <translation>
            <numerusform>展开了 %n 个维度：请只保留一个或两个，其余填下标</numerusform>
        </translation>
    </message>
    <message>
        <source>Filter tags: name or regex</source>
        <translation>筛选标签：名称或正则表达式</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>热力图</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>直方图</translation>
    </message>
    <message>
        <source>Shown as</source>
        <translation>显示方式</translation>
    </message>
    <message>
        <source>Automatic colours</source>
        <translation>自动配色</translation>
    </message>
    <message>
        <source>Sequential</source>
        <translation>顺序配色</translation>
    </message>
    <message>
        <source>Diverging</source>
        <translation>发散配色</translation>
    </message>
    <message>
        <source>Colours of the heat map</source>
        <translation>热力图的配色</translation>
    </message>
    <message>
        <source>Diverging colours are centred at zero; automatic ones diverge where there are values on both sides of it. Under one pixel, NaN goes before ±∞ before the most extreme value</source>
        <translation>发散配色以零为中心；零的两侧都有值时自动采用。同一像素下，NaN 优先于 ±∞，再优先于最极端的值</translation>
    </message>
    <message>
        <source>log</source>
        <translation>对数</translation>
    </message>
    <message>
        <source>Logarithm of counts</source>
        <translation>计数取对数</translation>
    </message>
    <message>
        <source>Save .npy…</source>
        <translation>保存 .npy…</translation>
    </message>
    <message>
        <source>The whole tensor as a NumPy file; bfloat16 is saved as float32, which holds all its values</source>
        <translation>整个张量存为 NumPy 文件；bfloat16 存为能容纳其全部值的 float32</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>基本信息</translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
    <message>
        <source>a</source>
        <translation>a</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>b</source>
        <translation>b</translation>
    </message>
    <message>
        <source>a − b</source>
        <translation>a − b</translation>
    </message>
    <message>
        <source>|a − b| / |b|</source>
        <translation>|a − b| / |b|</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>元素个数</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Not a regular expression</source>
        <translation>不是正则表达式</translation>
    </message>
    <message>
        <source>Save the tensor</source>
        <translation>保存张量</translation>
    </message>
    <message>
        <source>NumPy files (*.npy)</source>
        <translation>NumPy 文件 (*.npy)</translation>
    </message>
    <message>
        <source>Exporting the slice</source>
        <translation>正在导出切片</translation>
    </message>
    <message>
        <source>Saving the tensor</source>
        <translation>正在保存张量</translation>
    </message>
    <message>
        <source>Saved as float32: NumPy has no bfloat16</source>
        <translation>已存为 float32：NumPy 没有 bfloat16</translation>
    </message>
    <message>
        <source>The shown runs have recorded no tensors</source>
        <translation>所显示的训练没有记录张量</translation>
    </message>
    <message numerus="yes">
        <source>%n tensors</source>
        <translation>
            <numerusform>%n 个张量</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensor of %1</source>
        <translation>%1 的张量</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TextSearch</name>
    <message>
        <source>Not found in this pass</source>
        <translation>此 Pass 中未找到</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>W and S zoom, A and D move, F fits the selection, M marks, slash searches, arrows walk along spans</source>
        <translation>W 与 S 缩放，A 与 D 平移，F 适应所选，M 标记，斜杠搜索，方向键逐个片段移动</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1, %2 later</source>
        <translation>%1，%2 之后</translation>
    </message>
    <message>
        <source>%1, %2 earlier</source>
        <translation>%1，%2 之前</translation>
    </message>
    <message>
        <source>self %1</source>
        <translation>自身 %1</translation>
    </message>
    <message>
        <source>%1 after the start of step %2</source>
        <translation>迭代 %2 开始后 %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>于 %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TimelineLanes</name>
    <message>
        <source>Steps</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>流 %1</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>计数器</translation>
    </message>
    <message>
        <source>Thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>thread %1</source>
        <translation>线程 %1</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>流</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>%1 spans without a time are not shown</source>
        <translation>%1 个没有时间的片段未显示</translation>
    </message>
    <message>
        <source>%1 spans end before they begin</source>
        <translation>%1 个片段的结束早于开始</translation>
    </message>
    <message>
        <source>%1 spans end beyond any clock</source>
        <translation>%1 个片段的结束超出时钟范围</translation>
    </message>
    <message>
        <source>%1 spans are nested too deep to be shown</source>
        <translation>%1 个片段嵌套过深，无法显示</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1，进程 %2</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TimelineView</name>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>算子</translation>
    </message>
    <message>
        <source>Show the flows of the selected span</source>
        <translation>显示所选片段的流向</translation>
    </message>
    <message>
        <source>Fit all</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>No spans were recorded: run the training with a collector that records what it does when</source>
        <translation>未记录片段：请使用会记录执行过程的采集器进行训练</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Spans on the timeline</source>
        <translation>时间线上的片段</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TrackModel</name>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Pass</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>As</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>变化</translation>
    </message>
</context>
<context>
    <name>runlens::viewers::TrackPane</name>
    <message>
        <source>Track node</source>
        <translation>跟踪节点</translation>
    </message>
    <message>
        <source>Select a node to follow it through the passes</source>
        <translation>选择一个节点，查看它历经各 Pass 的变化</translation>
    </message>
</context>
</TS>
