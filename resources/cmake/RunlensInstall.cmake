# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` and the Debian package put where. The collector's own files (library, header, CMake and
# pkg-config files) are installed by collector/CMakeLists.txt.

if(TARGET runlens)
  install(TARGETS runlens RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT app)
endif()
if(TARGET runlens_train_lenet)
  install(TARGETS runlens_train_lenet RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT app)
endif()
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
install(FILES resources/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT app)
if(RUNLENS_GUI)
  install(FILES resources/runlens.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT app)
  install(FILES resources/icons/runlens.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
          COMPONENT app)
  install(FILES resources/runlens-mime.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages RENAME runlens.xml
          COMPONENT app)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME runlens)
set(CPACK_PACKAGE_VENDOR "The Runlens developers")
set(CPACK_PACKAGE_CONTACT "The Runlens developers <runlens@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Shows what happened inside a training run")
set(CPACK_PACKAGE_DESCRIPTION
    "Opens training runs on the desktop and leads from the loss curve to the step, the operator, the graph node, the
IR line and the source line. Holds the window, the command line, the collector library that training programs link,
and an example training.")
set(CPACK_PACKAGE_FILE_NAME "runlens_${PROJECT_VERSION}_${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "fonts-roboto-unhinted, fonts-dejavu-core, libqt6svg6, qt6-qpa-plugins")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "graphviz, fonts-wqy-microhei, qt6-translations-l10n")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "dataset-fashion-mnist")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
